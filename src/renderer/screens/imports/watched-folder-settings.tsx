import './imports.css';
import { FolderInput } from 'lucide-react';
import { importQuery } from '../../data/dropped-files.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { watchedWords } from './import-text.ts';

/** The folder whose files are imported by themselves. */
export function WatchedFolderSettings() {
  const { value, failure } = useQuery(importQuery);
  const action = useAction();
  const watched = value?.watched ?? null;
  return (
    <Card title="Watched folder" className="settings-card">
      {watched === null ? (
        <p className="import-hint">
          Order files put into a folder can be imported by themselves. What is imported goes to its subfolder “done”,
          what is not to “rejected”, with the reason beside it.
        </p>
      ) : (
        <div>
          <p className="import-folder">{watched.path}</p>
          <p className="import-hint">{watchedWords(watched)}</p>
          {watched.trouble !== null && (
            <p role="status" className="import-trouble">
              {messageText(watched.trouble)}
            </p>
          )}
        </div>
      )}
      <div className="import-buttons">
        <Button
          size="small"
          icon={FolderInput}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('import.choose-folder', null))}
        >
          {watched === null ? 'Choose folder' : 'Choose another folder'}
        </Button>
        {watched !== null && (
          <Button
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('import.stop-watching', null))}
          >
            Stop watching
          </Button>
        )}
      </div>
      <FailureStrip failure={failure ?? action.failure} />
    </Card>
  );
}
