import { Plus, Printer, ScanBarcode, Usb } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import {
  examineScanner,
  examineSentText,
  type ScannerProfile,
  scannerTrust,
} from '../../../shared/scanning/scanner-test.ts';
import type { SerialPortFound, SerialScanner } from '../../../shared/scanning/serial-scanner.ts';
import type { SettingValue } from '../../../shared/settings/settings.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { useScanRecording } from '../../scanner/scan-destination.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { BarCode, Code } from '../../ui/code.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { SettingCard, useSettingGroup } from './setting-group.tsx';

type ScannerSettings = SettingValue<'scanner'>;

interface ScannerCardProps {
  readonly view: StationView;
}

/** The test of the scanners that type: its card, and what the last test showed. */
export function ScannerCard({ view }: ScannerCardProps) {
  const setting = useSettingGroup('scanner', view.settings);
  const { keyboard, serial } = setting.shown;
  const [isTesting, setIsTesting] = useState(false);
  const [wasOther, setWasOther] = useState(false);
  const begin = (isBegun: boolean): void => {
    setIsTesting(isBegun);
    setWasOther(false);
  };
  const take = (
    profile: ScannerProfile | null,
    change: (profile: ScannerProfile) => Partial<ScannerSettings>,
  ): void => {
    setWasOther(profile === null);
    if (!profile) return;
    setIsTesting(false);
    void setting.save(change(profile));
  };
  useScanRecording(isTesting, {
    onKeys: (keys) => take(examineScanner(keys), (profile) => ({ keyboard: profile })),
    onSerial: ({ scanner, text: sent, endsByPause }) =>
      take(examineSentText(sent, endsByPause), (profile) => ({
        serial: serial.map((one) => (one.name === scanner ? { ...one, profile } : one)),
      })),
  });
  return (
    <SettingCard title={text('settings.scanner.title')} setting={setting}>
      <p>{text('settings.scanner')}</p>
      {isTesting ? (
        <TestCard view={view} wasOther={wasOther} onCancel={() => begin(false)} />
      ) : (
        <>
          <div role="status">{keyboard && <ScannerResult profile={keyboard} isTyped />}</div>
          <div className="settings-buttons">
            <Button size="small" icon={ScanBarcode} onPress={() => begin(true)}>
              {keyboard ? text('settings.scanner.again') : text('settings.scanner.test')}
            </Button>
            {keyboard && (
              <Button size="small" tone="quiet" onPress={() => void setting.save({ keyboard: null })}>
                {text('settings.scanner.forget')}
              </Button>
            )}
          </div>
        </>
      )}
      <p className="settings-hint">{text('settings.scanner.hint')}</p>
      {serial.length > 0 && (
        <SerialScanners serial={serial} onChange={(changed) => setting.save({ serial: changed })} />
      )}
      <SerialPorts serial={serial} onAdd={(added) => setting.save({ serial: [...serial, added] })} />
    </SettingCard>
  );
}

interface TestCardProps {
  readonly view: StationView;
  /** The last scan was another bar code. */
  readonly wasOther: boolean;
  readonly onCancel: () => void;
}

/** The bar code to scan, on the screen and on a label. */
function TestCard({ view, wasOther, onCancel }: TestCardProps) {
  const [query] = useState(() => createQuery({ topics: [], read: () => call('scanner-test.read-card', null) }));
  const { value: card, failure } = useQuery(query);
  const printing = useAction();
  const printer = view.settings.printers.find((one) => one.default)?.name ?? null;
  return (
    <>
      <p role="status">{wasOther ? text('settings.scanner.not-the-card') : text('settings.scanner.scan-now')}</p>
      {card && <BarCode widths={card.barWidths} className="settings-test-card" />}
      <div className="settings-buttons">
        <Button size="small" onPress={onCancel}>
          {text('button.cancel')}
        </Button>
        <Button
          size="small"
          icon={Printer}
          isDisabled={printing.isRunning}
          disabledReason={printer === null ? text('settings.command-barcodes.no-printer') : null}
          onPress={() => printer !== null && void printing.run(() => call('scanner-test.print-card', { printer }))}
        >
          {text('settings.scanner.print')}
        </Button>
      </div>
      <FailureStrip failure={failure ?? printing.failure} />
    </>
  );
}

interface SerialScannersProps {
  readonly serial: readonly SerialScanner[];
  readonly onChange: (serial: SerialScanner[]) => Promise<boolean>;
}

/** The scanners on serial ports, whether each is connected, and what its test showed. */
function SerialScanners({ serial, onChange }: SerialScannersProps) {
  const [query] = useState(() => createQuery({ topics: ['station'], read: () => call('serial-scanners.read', null) }));
  const { value: views } = useQuery(query);
  return (
    <ul className="settings-list" aria-label={text('settings.scanner.serial')}>
      {serial.map(({ name, path, profile }) => {
        const state = views?.find((view) => view.name === name)?.state ?? 'connecting';
        return (
          <li key={name}>
            <strong>{name}</strong> <Code>{path}</Code>
            <p role="status">{text(`settings.scanner.serial.state.${state}`)}</p>
            {profile && <ScannerResult profile={profile} isTyped={false} />}
            <div className="settings-buttons">
              <Button
                size="small"
                tone="quiet"
                subject={name}
                onPress={() => void onChange(serial.filter((one) => one.name !== name))}
              >
                {text('settings.scanner.serial.remove')}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface SerialPortsProps {
  readonly serial: readonly SerialScanner[];
  readonly onAdd: (scanner: SerialScanner) => Promise<boolean>;
}

/** Looks for serial ports and adds the scanner on one of them. */
function SerialPorts({ serial, onAdd }: SerialPortsProps) {
  const { run, isRunning, failure } = useAction();
  const [ports, setPorts] = useState<readonly SerialPortFound[] | null>(null);
  const find = (): Promise<boolean> =>
    run(async () => {
      const found = await call('serial-scanners.find-ports', null);
      if (found.ok) setPorts(found.value);
      return found;
    });
  const offered = ports?.filter(({ path }) => !serial.some((one) => one.path === path)) ?? [];
  const names = [...serial.keys(), serial.length].map((index) =>
    text('settings.scanner.serial.name', { number: index + 1 }),
  );
  const name = names.find((free) => !serial.some((one) => one.name === free)) ?? '';
  return (
    <>
      <div className="settings-buttons">
        <Button size="small" icon={Usb} isDisabled={isRunning} onPress={() => void find()}>
          {text('settings.scanner.serial.find')}
        </Button>
        {offered.map(({ path, description }) => (
          <Button
            key={path}
            size="small"
            icon={Plus}
            onPress={() => void onAdd({ name, path, baudRate: 9600, profile: null })}
          >
            {text('settings.scanner.serial.add', { port: description })}
          </Button>
        ))}
      </div>
      <p role="status" className="settings-hint">
        {ports !== null && offered.length === 0 && text('settings.scanner.serial.none')}
      </p>
      <FailureStrip failure={failure} />
    </>
  );
}

const trustTones = { full: 'success', 'known codes': 'warning', none: 'error' } as const;

interface ScannerResultProps {
  readonly profile: ScannerProfile;
  /** By keys; a serial scanner has no keyboard layout. */
  readonly isTyped: boolean;
}

/** What the test showed: whether the scanner is safe, what is corrected, and which of its settings to change. */
function ScannerResult({ profile, isTyped }: ScannerResultProps) {
  const trust = scannerTrust(profile);
  const isRead = !profile.problems.includes('unreadable');
  const { prefix, suffix, keyMs } = profile;
  const facts = [
    isTyped && text('settings.scanner.layout', { layout: text(`settings.scanner.layout.${profile.layout}`) }),
    text(`settings.scanner.end.${profile.end}`),
    isTyped && text('settings.scanner.pace', { milliseconds: keyMs }),
    profile.invertsCase && text('settings.scanner.corrected.case'),
    prefix !== '' && text('settings.scanner.corrected.prefix', { prefix }),
    suffix !== '' && text('settings.scanner.corrected.suffix', { suffix }),
    profile.sendsIdentifier && text('settings.scanner.corrected.identifier'),
  ].filter((fact) => fact !== false);
  return (
    <>
      <NoticeStrip tone={trustTones[trust]} next={text(`settings.scanner.trust-meaning.${trust}`)}>
        <strong>{text(`settings.scanner.trust.${trust}`)}</strong>
      </NoticeStrip>
      <ul className="settings-facts">
        {profile.problems.map((problem) => (
          <li key={problem}>{text(`settings.scanner.problem.${problem}`)}</li>
        ))}
        {isRead && facts.map((fact) => <li key={fact}>{fact}</li>)}
      </ul>
    </>
  );
}
