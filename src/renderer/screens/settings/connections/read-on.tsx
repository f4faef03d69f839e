import { Play } from 'lucide-react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';

interface ReadOnProps {
  readonly bench: string;
  readonly site: StationView['site'];
  /** It is the first answer of a question, which a command card presses. */
  readonly isChoice?: boolean;
}

/** Reads on what a bench of the site sent that sent too much. Without a connection there is nothing to read. */
export function ReadOn({ bench, site, isChoice = false }: ReadOnProps) {
  const action = useAction();
  const isConnected = site?.state === 'connected' || site?.state === 'reading';
  return (
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
      <FailureStrip failure={action.failure} />
    </div>
  );
}
