import './printer-settings.css';
import { useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { BigRadios } from '../../ui/big-radios.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';

type Policy = Settings['printing']['suspiciousCommands'];

/** What becomes of commands in a label that change the printer beyond it. */
export function PrintingSettings({ printing }: { readonly printing: Settings['printing'] }) {
  // What was chosen counts until it is kept.
  const [chosen, setChosen] = useState<Policy | null>(null);
  const action = useAction();
  const choose = async (suspiciousCommands: Policy) => {
    setChosen(suspiciousCommands);
    await action.run(() => call('settings.printing', { suspiciousCommands }));
    setChosen(null);
  };
  return (
    <Card title="Labels" className="settings-card settings-printing">
      <BigRadios
        label="Commands that change the printer"
        showsLabel
        value={chosen ?? printing.suspiciousCommands}
        onChange={(policy) => void choose(policy)}
        radios={[
          { value: 'take out', label: 'Take out' },
          { value: 'pass', label: 'Pass' },
        ]}
      />
      <p className="settings-hint">
        Some carriers’ labels set darkness, media or print mode, and every label after them is printed that way; a label
        that would harm the printer is always refused.
      </p>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}
