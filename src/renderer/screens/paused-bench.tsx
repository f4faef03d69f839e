import { Play } from 'lucide-react';
import { stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { clockTime } from '../text/dates.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { useNow } from '../ui/hooks.ts';
import { FailureStrip } from '../ui/notice-strip.tsx';

interface PausedBenchProps {
  readonly bench: string;
  /** When what is not read began, ISO 8601. */
  readonly since: string;
}

/** A bench of the site that sent too much, and whether its reports are to be read again. */
export function PausedBench({ bench, since }: PausedBenchProps) {
  const now = useNow(30_000);
  return (
    <>
      <p>{text('site.paused.question', { bench, time: clockTime(since, now) })}</p>
      <p>{text('site.paused.next', { bench })}</p>
      <ReadOn bench={bench} isChoice />
    </>
  );
}

interface ReadOnProps {
  readonly bench: string;
  /** It is the first answer of a question, which a command card presses. */
  readonly isChoice?: boolean;
}

/** Reads on what the bench sent. Without a connection there is nothing to read. */
export function ReadOn({ bench, isChoice = false }: ReadOnProps) {
  const { value: view } = useQuery(stationViewQuery);
  const action = useAction();
  const isConnected = view?.site?.state === 'connected' || view?.site?.state === 'reading';
  return (
    <>
      <div className="settings-buttons">
        <Button
          size="small"
          icon={Play}
          subject={bench}
          {...(isChoice && { command: 'choice 1' })}
          isDisabled={!isConnected || action.isRunning}
          onPress={() => void action.run(() => call('site.read-on', { bench }))}
        >
          {text('site.read-on')}
        </Button>
      </div>
      <FailureStrip failure={action.failure} />
    </>
  );
}
