import { Plus, Printer, ScanBarcode, Usb } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Result } from '../../../shared/contract/failure.ts';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { isChosen, withScanner } from '../../../shared/scanning/hid-scanner.ts';
import type { HidScannerFound, ScannerProfile } from '../../../shared/scanning/scanner-settings.ts';
import { examineScanner, examineSentText } from '../../../shared/scanning/scanner-test.ts';
import { scannerTrust } from '../../../shared/scanning/scanner-trust.ts';
import type { SerialPortFound } from '../../../shared/scanning/serial-scanner.ts';
import type { SettingValue } from '../../../shared/settings/settings.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { useScanRecording } from '../../scanner/scan-destination.ts';
import { hidScanners } from '../../scanner/start-scanning.ts';
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
  const { keyboard, serial, hid } = setting.shown;
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
    onSent: ({ scanner, text: sent, endsByPause }) =>
      take(examineSentText(sent, endsByPause), (profile) => ({
        serial: serial.map((one) => (one.name === scanner ? { ...one, profile } : one)),
        hid: hid.map((one) => (one.name === scanner ? { ...one, profile } : one)),
      })),
  });
  return (
    <SettingCard title={text('settings.scanner.title')} setting={setting}>
      <p>{text('settings.scanner')}</p>
      {isTesting ? (
        <TestCard view={view} wasOther={wasOther} onCancel={() => begin(false)} />
      ) : (
        <>
          <div role="status">{keyboard && <ScannerResult profile={keyboard} kind="keyboard" />}</div>
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
      <SerialScanners settings={setting.shown} onChange={setting.save} />
      {hidScanners.isThere() && <HidScanners settings={setting.shown} onChange={setting.save} />}
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

/** A scanner that sends text, as the list shows it. */
interface ListedScanner {
  readonly name: string;
  /** Its port, or its model. */
  readonly description: string;
  readonly state: string;
  readonly profile: ScannerProfile | null;
}

interface ScannerListProps {
  readonly label: string;
  readonly kind: Exclude<ScannerKind, 'keyboard'>;
  readonly scanners: readonly ListedScanner[];
  readonly onRemove: (name: string) => Promise<boolean>;
}

/** The scanners of a kind, whether each is connected, and what its test showed. */
function ScannerList({ label, kind, scanners, onRemove }: ScannerListProps) {
  if (scanners.length === 0) return null;
  return (
    <ul className="settings-list" aria-label={label}>
      {scanners.map(({ name, description, state, profile }) => (
        <li key={name}>
          <strong>{name}</strong> <Code>{description}</Code>
          <p role="status">{state}</p>
          {profile && <ScannerResult profile={profile} kind={kind} />}
          <div className="settings-buttons">
            <Button size="small" tone="quiet" subject={name} onPress={() => void onRemove(name)}>
              {text('settings.scanner.remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ScannerFinderProps<Found> {
  readonly label: string;
  /** Shown where nothing was found. */
  readonly none: string;
  readonly find: () => Promise<Result<Found[]>>;
  /** What a button for it says; null where it is configured already. */
  readonly describe: (found: Found) => string | null;
  readonly onAdd: (found: Found) => Promise<boolean>;
}

/** Looks for scanners of a kind, and adds one of them. */
function ScannerFinder<Found>({ label, none, find, describe, onAdd }: ScannerFinderProps<Found>) {
  const { run, isRunning, failure } = useAction();
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const findNow = (): Promise<boolean> =>
    run(async () => {
      const answer = await find();
      if (answer.ok) setFound(answer.value);
      return answer;
    });
  const offered = (found ?? []).flatMap((one) => {
    const scanner = describe(one);
    return scanner === null ? [] : [{ one, scanner }];
  });
  return (
    <>
      <div className="settings-buttons">
        <Button size="small" icon={Usb} isDisabled={isRunning} onPress={() => void findNow()}>
          {label}
        </Button>
        {offered.map(({ one, scanner }) => (
          <Button key={scanner} size="small" icon={Plus} onPress={() => void onAdd(one)}>
            {text('settings.scanner.add', { scanner })}
          </Button>
        ))}
      </div>
      <p role="status" className="settings-hint">
        {found !== null && offered.length === 0 && none}
      </p>
      <FailureStrip failure={failure} />
    </>
  );
}

interface TextScannersProps {
  readonly settings: ScannerSettings;
  readonly onChange: (change: Partial<ScannerSettings>) => Promise<boolean>;
}

/** The first "Scanner 1", "Scanner 2", … that no scanner has. */
function freeName({ serial, hid }: ScannerSettings): string {
  const taken = [...serial, ...hid].map(({ name }) => name);
  const names = [...taken.keys(), taken.length].map((index) => text('settings.scanner.name', { number: index + 1 }));
  return names.find((name) => !taken.includes(name)) ?? '';
}

function SerialScanners({ settings, onChange }: TextScannersProps) {
  const { serial } = settings;
  const [query] = useState(() => createQuery({ topics: ['station'], read: () => call('serial-scanners.read', null) }));
  const { value: views } = useQuery(query);
  const stateOf = (name: string) => views?.find((view) => view.name === name)?.state ?? 'connecting';
  return (
    <>
      <ScannerList
        label={text('settings.scanner.serial')}
        kind="serial"
        scanners={serial.map(({ name, path, profile }) => ({
          ...{ name, description: path, profile, state: text(`settings.scanner.serial.state.${stateOf(name)}`) },
        }))}
        onRemove={(name) => onChange({ serial: serial.filter((one) => one.name !== name) })}
      />
      <ScannerFinder<SerialPortFound>
        label={text('settings.scanner.serial.find')}
        none={text('settings.scanner.serial.none')}
        find={() => call('serial-scanners.find-ports', null)}
        describe={({ path, description }) => (serial.some((one) => one.path === path) ? null : description)}
        onAdd={({ path }) =>
          onChange({ serial: [...serial, { name: freeName(settings), path, baudRate: 9600, profile: null }] })
        }
      />
    </>
  );
}

const nameOf = (product: string, serialNumbers: readonly string[]): string =>
  text('settings.scanner.hid.found', { product, serial: serialNumbers.length > 0 ? serialNumbers.join(', ') : null });

function HidScanners({ settings, onChange }: TextScannersProps) {
  const { hid } = settings;
  const states = useStore(hidScanners.states);
  return (
    <>
      <ScannerList
        label={text('settings.scanner.hid')}
        kind="hid"
        scanners={hid.map(({ name, product, serialNumbers, profile }) => ({
          ...{ name, profile, description: nameOf(product, serialNumbers) },
          state: text(`settings.scanner.hid.state.${states[name] ?? 'not connected'}`),
        }))}
        onRemove={(name) => onChange({ hid: hid.filter((one) => one.name !== name) })}
      />
      <ScannerFinder<HidScannerFound>
        label={text('settings.scanner.hid.find')}
        none={text('settings.scanner.hid.none')}
        find={hidScanners.find}
        describe={(found) =>
          hid.some((one) => isChosen(one, found))
            ? null
            : nameOf(found.product, found.serialNumber === null ? [] : [found.serialNumber])
        }
        onAdd={(found) => onChange({ hid: withScanner(hid, found, freeName(settings)) })}
      />
    </>
  );
}

/** How a scanner sends: as keys, through a serial port, or as HID POS reports, which neither a layout nor an end key belongs to. */
type ScannerKind = 'keyboard' | 'serial' | 'hid';

const trustTones = { full: 'success', 'known codes': 'warning', none: 'error' } as const;

interface ScannerResultProps {
  readonly profile: ScannerProfile;
  readonly kind: ScannerKind;
}

/** What the test showed: whether the scanner is safe, what is corrected, and which of its settings to change. */
function ScannerResult({ profile, kind }: ScannerResultProps) {
  const trust = scannerTrust(profile);
  const isRead = !profile.problems.includes('unreadable');
  const { prefix, suffix, keyMs } = profile;
  const facts = [
    kind === 'keyboard' &&
      text('settings.scanner.layout', { layout: text(`settings.scanner.layout.${profile.layout}`) }),
    kind !== 'hid' && text(`settings.scanner.end.${profile.end}`),
    kind === 'keyboard' && text('settings.scanner.pace', { milliseconds: keyMs }),
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
