import './drop-files.css';
import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showScreen } from '../stores/current-screen.ts';
import { dropDestination } from '../stores/drop-destination.ts';
import { importDesk } from '../stores/import-desk.ts';

/** Files dropped anywhere onto the window: the shown screen's, where it wants them; else imported, and the screen that tells of it is shown. */
export function DropFiles() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // Leaving for nothing at all is leaving the window; anything else is one element after another.
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      const destination = dropDestination();
      if (destination) {
        destination.take(files);
        return;
      }
      showScreen('shipments');
      void importDesk.take(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-files" aria-hidden>
      <p>
        <FileInput aria-hidden />
        {dropDestination()?.words ?? 'Drop order files to import them'}
      </p>
    </div>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
