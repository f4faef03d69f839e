import { FileDown, Printer } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingCard, TextSetting, useSettingGroup } from './setting-group.tsx';
import { SettingsSwitch } from './settings-controls.tsx';

/** The command cards: their key, the sheet to save, and the cards on labels. */
export function CommandBarcodesCard({ view }: { readonly view: StationView }) {
  const setting = useSettingGroup('station', view.settings);
  const bench = useSettingGroup('bench', view.settings);
  const { run, isRunning, failure } = useAction();
  const [saved, setSaved] = useState<string | null>(null);
  const { printers } = view.settings;
  const [chosen, setChosen] = useState<string | null>(null);
  const printer = (printers.find(({ name }) => name === chosen) ?? printers.find((one) => one.default))?.name ?? null;
  const save = async (): Promise<void> => {
    setSaved(null);
    await run(async () => {
      const result = await call('command-barcodes.save-sheet', null);
      if (result.ok) setSaved(result.value?.file ?? null);
      return result;
    });
  };
  return (
    <SettingCard
      title={text('settings.command-barcodes.title')}
      setting={{ isSaved: setting.isSaved || bench.isSaved, failure: setting.failure ?? bench.failure }}
    >
      <p>{text('settings.command-barcodes')}</p>
      <TextSetting
        setting={setting}
        field="commandKey"
        isCode
        label={text('settings.command-barcodes.key')}
        description={text('settings.command-barcodes.key.hint')}
      />
      <SettingsSwitch
        label={text('settings.command-barcodes.on-buttons')}
        isOn={bench.shown.commandBarCodes}
        onChange={(commandBarCodes) => void bench.save({ commandBarCodes })}
      />
      {printers.length > 1 && (
        <Select
          label={text('settings.command-barcodes.printer')}
          value={printer}
          choices={printers.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
        />
      )}
      <div className="settings-buttons">
        <Button size="small" icon={FileDown} isDisabled={isRunning} onPress={() => void save()}>
          {text('settings.command-barcodes.save')}
        </Button>
        <Button
          size="small"
          icon={Printer}
          isDisabled={isRunning}
          disabledReason={printer === null ? text('settings.command-barcodes.no-printer') : null}
          onPress={() => printer !== null && void run(() => call('command-barcodes.print', { printer }))}
        >
          {text('settings.command-barcodes.print')}
        </Button>
      </div>
      {saved !== null && <p role="status">{text('settings.command-barcodes.saved', { file: saved })}</p>}
      <FailureStrip failure={failure} />
    </SettingCard>
  );
}
