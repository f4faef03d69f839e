import '../shipments/imports.css';
import { FolderInput } from 'lucide-react';
import { importQuery } from '../../data/dropped-files.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';

/** The folder whose files are imported automatically. */
export function WatchedFolderSettings() {
  const { value, failure } = useQuery(importQuery);
  const action = useAction();
  const watched = value?.watched ?? null;
  return (
    <Card title={text('watched-folder.title')} className="settings-card">
      {watched === null ? (
        <p className="import-hint">{text('watched-folder.hint')}</p>
      ) : (
        <div>
          <p className="import-folder">{watched.path}</p>
          <p className="import-hint">
            {text(`watched-folder.state.${watched.state}`, { environment: watched.environment })}
          </p>
          {watched.problem !== null && (
            <p role="status" className="import-problem">
              {messageText(watched.problem)}
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
          {watched === null ? text('watched-folder.choose') : text('watched-folder.choose-other')}
        </Button>
        {watched !== null && (
          <Button
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('import.stop-watching', null))}
          >
            {text('watched-folder.stop')}
          </Button>
        )}
      </div>
      <FailureStrip failure={failure ?? action.failure} />
    </Card>
  );
}
