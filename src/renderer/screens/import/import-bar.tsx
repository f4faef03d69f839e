import { FileInput, X } from 'lucide-react';
import { useState } from 'react';
import { importMirror } from '../../stores/import-desk.ts';
import { useMirror } from '../../stores/mirror.ts';
import { Button } from '../../ui/button.tsx';
import { ImportCard } from './import-card.tsx';

/** A button that opens the import; open by itself while something is imported. */
export function ImportBar() {
  const [isOpen, setIsOpen] = useState(false);
  const { value } = useMirror(importMirror);
  const isBusy = value !== null && (value.running !== null || value.waiting > 0);
  return (
    <div className="import-bar">
      <Button size="small" icon={isOpen ? X : FileInput} onPress={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Close import' : 'Import'}
      </Button>
      {(isOpen || isBusy) && <ImportCard />}
    </div>
  );
}
