import { Printer, ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { examineScanner, type ScannerProfile, scannerTrust } from '../../../shared/scanning/scanner-test.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { useScanRecording } from '../../scanner/scan-destination.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { BarCode } from '../../ui/code.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { SettingCard, useSettingGroup } from './setting-group.tsx';

interface ScannerCardProps {
  readonly view: StationView;
}

/** The test of the scanners that type: its card, and what the last test showed. */
export function ScannerCard({ view }: ScannerCardProps) {
  const setting = useSettingGroup('scanner', view.settings);
  const { keyboard } = setting.shown;
  const [isTesting, setIsTesting] = useState(false);
  const [wasOther, setWasOther] = useState(false);
  const begin = (isBegun: boolean): void => {
    setIsTesting(isBegun);
    setWasOther(false);
  };
  useScanRecording(isTesting, (keys) => {
    const profile = examineScanner(keys);
    setWasOther(profile === null);
    if (!profile) return;
    setIsTesting(false);
    void setting.save({ keyboard: profile });
  });
  return (
    <SettingCard title={text('settings.scanner.title')} setting={setting}>
      <p>{text('settings.scanner')}</p>
      {isTesting ? (
        <TestCard view={view} wasOther={wasOther} onCancel={() => begin(false)} />
      ) : (
        <>
          <div role="status">{keyboard && <ScannerResult profile={keyboard} />}</div>
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

const trustTones = { full: 'success', 'known codes': 'warning', none: 'error' } as const;

/** What the test showed: whether the scanner is safe, what is corrected, and which of its settings to change. */
function ScannerResult({ profile }: { readonly profile: ScannerProfile }) {
  const trust = scannerTrust(profile);
  const isRead = !profile.problems.includes('unreadable');
  const { prefix, suffix, keyMs } = profile;
  const facts = [
    text('settings.scanner.layout', { layout: text(`settings.scanner.layout.${profile.layout}`) }),
    text(`settings.scanner.end.${profile.end}`),
    text('settings.scanner.pace', { milliseconds: keyMs }),
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
