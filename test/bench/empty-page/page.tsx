import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** One field; Enter shows what was typed. */
function Page() {
  const [shown, setShown] = useState('');
  return (
    <main>
      <input
        // biome-ignore lint/a11y/noAutofocus: nothing else is on the page
        autoFocus
        aria-label="Code"
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          setShown(event.currentTarget.value);
          event.currentTarget.value = '';
        }}
      />
      <p>{shown}</p>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
