import '../../ui/display.css';
import { CircleHelp } from 'lucide-react';
import { type HelpPage, showHelp } from '../../data/help.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';

interface HelpButtonProps {
  /** null: no page is about it. */
  readonly page: HelpPage | null | undefined;
}

/** Opens the help at the page about the trouble beside it. */
export function HelpButton({ page }: HelpButtonProps) {
  if (!page) return null;
  return (
    <div className="help-link">
      <Button
        size="small"
        tone="quiet"
        icon={CircleHelp}
        subject={text(`help.${page}.title`)}
        onPress={() => showHelp(page)}
      >
        {text('help.button')}
      </Button>
    </div>
  );
}
