import { useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { SettingsSwitch } from './settings-switch.tsx';
import { fieldsOfListener, type ListenerFaults, type ListenerFields, readListener } from './webhook-form.ts';

/** Whether and where the listener listens. The switch counts at once, the fields when they are saved. */
export function WebhookListenerFields({ settings }: { readonly settings: Settings['webhooks'] }) {
  // null: nothing was written, the fields follow what is kept.
  const [written, setWritten] = useState<ListenerFields | null>(null);
  const [faults, setFaults] = useState<ListenerFaults>({});
  const action = useAction();
  const fields = written ?? fieldsOfListener(settings);
  const set = (change: Partial<ListenerFields>) => setWritten({ ...fields, ...change });

  const save = async () => {
    const read = readListener(fields, settings.enabled);
    setFaults(read.ok ? {} : read.faults);
    if (read.ok && (await action.run(() => call('settings.webhooks', read.settings)))) setWritten(null);
  };

  return (
    <>
      <SettingsSwitch
        label="Receive events"
        isOn={settings.enabled}
        onChange={(enabled) => void action.run(() => call('settings.webhooks', { ...settings, enabled }))}
        description="The service tells by events how each shipment is getting on."
      />
      <div className="settings-host">
        <TextField
          label="Webhook host"
          isCode
          value={fields.host}
          onChange={(host) => set({ host })}
          error={faults.host ?? null}
          description="127.0.0.1: this computer alone."
        />
        <NumberField
          label="Webhook port"
          value={fields.port}
          onChange={(port) => set({ port })}
          error={faults.port ?? null}
        />
      </div>
      <TextField
        label="Public address"
        isCode
        value={fields.publicAddress}
        onChange={(publicAddress) => set({ publicAddress })}
        error={faults.publicAddress ?? null}
        description="Where the service reaches the station, such as https://hooks.example. Blank: host and port above."
      />
      <FailureStrip failure={action.failure} />
      {written && (
        <div className="settings-buttons">
          <Button size="small" tone="solid" isDisabled={action.isRunning} onPress={() => void save()}>
            Save addresses
          </Button>
          <Button size="small" onPress={() => setWritten(null)}>
            Keep as they were
          </Button>
        </div>
      )}
    </>
  );
}
