import './verdict-screen.css';
import { ScanBarcode } from 'lucide-react';
import { useState } from 'react';
import type { ShownVerdict } from '../../../shared/contract/station-view.ts';
import { stationViewQuery } from '../../data/queries.ts';
import { createQuery, useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { scanVerdict } from '../../presentation/verdict.ts';
import { verdictContext } from '../../presentation/verdict-facts.ts';
import { scanStore } from '../../scanner/scan-session.ts';
import { failureParagraph, text } from '../../text/text.ts';
import { EmptyState } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { toneIcons } from '../../ui/tone.tsx';

/** The verdict alone, as large as the display: the page of the second window, which may read this and nothing else. */
export function VerdictScreen() {
  const [query] = useState(() => createQuery({ topics: ['verdict'], read: () => call('verdict.read', null) }));
  const { value } = useQuery(query);
  if (!value) {
    return (
      <main className="verdict-screen tone-quiet">
        <EmptyState icon={ScanBarcode} title={text('scan.empty.title')}>
          {null}
        </EmptyState>
      </main>
    );
  }
  const Icon = toneIcons[value.tone];
  return (
    <main className={`verdict-screen tone-${value.tone}`}>
      <Icon aria-hidden className="verdict-screen-icon" />
      <h1>{value.heading}</h1>
      <p>{value.sentence}</p>
      {value.code !== null && <Code size="hero">{value.code}</Code>}
    </main>
  );
}

/** Longest code and sentence that are sent; longer ones are cut. */
const longest = { code: 64, heading: 200, sentence: 2_000 };

/** Sends the verdict of the station's window to main whenever it is another, for the second display. */
export function sendVerdicts(): void {
  let sent: string | null = null;
  const send = (): void => {
    const isWanted = stationViewQuery.getState().value?.settings.kiosk.verdictScreen ?? false;
    const shown = isWanted ? shownVerdict() : null;
    const next = JSON.stringify(shown);
    if (next === sent) return;
    sent = next;
    void call('verdict.show', shown);
  };
  scanStore.subscribe(send);
  stationViewQuery.subscribe(send);
  send();
}

/** What the station's window shows now; null before the first scan. */
function shownVerdict(): ShownVerdict | null {
  const { shown } = scanStore.getState();
  if (shown.kind === 'nothing') return null;
  if (shown.kind === 'pending') return verdictOf('quiet', text(`scan.progress.${shown.mode}`), '', shown.text);
  if (shown.kind === 'failure')
    return verdictOf('error', text('scan.failed'), failureParagraph(shown.failure), shown.text || null);
  const context = verdictContext(stationViewQuery.getState().value, Date.now());
  const { tone, heading, sentence, place } = scanVerdict(shown.answer, context);
  return verdictOf(tone, heading, sentence || (place ?? ''), shown.answer.code);
}

const verdictOf = (
  tone: ShownVerdict['tone'],
  heading: string,
  sentence: string,
  code: string | null,
): ShownVerdict => ({
  tone,
  heading: heading.slice(0, longest.heading),
  sentence: sentence.slice(0, longest.sentence),
  code: code?.slice(0, longest.code) ?? null,
});
