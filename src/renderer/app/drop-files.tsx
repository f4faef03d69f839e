import './app.css';
import { FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showScreen } from '../data/current-screen.ts';
import { dropDestination, importUploadStore } from '../data/dropped-files.ts';
import { text } from '../text/text.ts';

/** Files dropped onto the window go to the shown screen if it takes files; otherwise they are imported and Shipments, which shows the import, is opened. */
export function DropFiles() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const handleDragOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // Only a pointer that leaves the window has no related target.
    const handleDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const handleDrop = (event: DragEvent): void => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      const destination = dropDestination();
      if (destination) {
        destination.accept(files);
        return;
      }
      showScreen('shipments');
      void importUploadStore.accept(files);
    };
    window.addEventListener('dragover', handleDragOver);
    window.addEventListener('dragleave', handleDragLeave);
    window.addEventListener('drop', handleDrop);
    return () => {
      window.removeEventListener('dragover', handleDragOver);
      window.removeEventListener('dragleave', handleDragLeave);
      window.removeEventListener('drop', handleDrop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-files" aria-hidden>
      <p>
        <FileInput aria-hidden />
        {dropDestination()?.label ?? text('app.drop-files')}
      </p>
    </div>
  );
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
