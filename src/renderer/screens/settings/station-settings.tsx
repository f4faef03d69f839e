import { useState } from 'react';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

/** The name over every screen. */
export function StationSettings({ name }: { readonly name: string }) {
  // null: nothing was written, the field follows what is kept.
  const [written, setWritten] = useState<string | null>(null);
  const action = useAction();
  const text = written ?? name;
  const isChanged = text.trim() !== name;
  const save = async () => {
    if (await action.run(() => call('settings.station-name', { name: text }))) setWritten(null);
  };
  return (
    <Card title="Station" className="settings-card">
      <TextField
        label="Station name"
        value={text}
        onChange={setWritten}
        error={text.trim() === '' ? 'Fill in a name' : text.trim().length > 60 ? 'At most 60 characters' : null}
      />
      <div className="settings-buttons">
        <Button size="small" onPress={() => void save()} isDisabled={!isChanged || action.isRunning}>
          Save name
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}
