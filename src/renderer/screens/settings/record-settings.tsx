import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { ExportStrip } from '../export-strip.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

type Retention = Settings['retention'];

/** How long records are kept, and the journal as a file. */
export function RecordSettings({ retention }: { readonly retention: Retention }) {
  const [chosen, setChosen] = useState<Retention | null>(null);
  const saving = useAction();
  const exporting = useAction();
  const save = async (days: number) => {
    setChosen({ days });
    await saving.run(() => call('settings.retention', { days }));
    setChosen(null);
  };
  return (
    <Card title="Records" className="settings-card">
      <NumberField
        label="Days to keep records"
        value={(chosen ?? retention).days}
        onChange={(days) => days !== null && void save(Math.round(days))}
        description="1 to 3650. What is older and waits for nothing is removed while the bench is quiet, with its labels."
        minimum={1}
        maximum={3650}
      />
      <FailureStrip failure={saving.failure} />
      <div className="settings-line">
        <Button
          icon={Download}
          isDisabled={exporting.isRunning}
          onPress={() => void exporting.run(() => call('journal.export', null))}
        >
          Export journal
        </Button>
      </div>
      <ExportStrip what="journal" />
      <FailureStrip failure={exporting.failure} />
    </Card>
  );
}
