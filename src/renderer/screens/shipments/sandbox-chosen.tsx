import { CircleHelp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { SandboxTouch } from '../../../shared/sandbox.ts';
import { shipmentStateWords } from '../../../shared/shipment-state.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { shipmentStateLooks } from '../../words/shipment-states.ts';
import type { ChosenShipment, SandboxDesk, SandboxDeskState } from './sandbox-desk.ts';
import { type ChosenStanding, isAtItsEnd, standingOf } from './sandbox-words.ts';

interface SandboxChosenProps {
  readonly desk: SandboxDesk;
  readonly state: SandboxDeskState;
  /** What is known of them; null before it was asked. */
  readonly touch: SandboxTouch | null;
}

/** The shipments chosen on the board, by scan or by hand. */
export function SandboxChosen({ desk, state: { chosen, notAdded }, touch }: SandboxChosenProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (typed.trim() === '') return;
    void desk.add({ asTyped: typed, asUsKeyboard: typed, by: 'typed' });
    setTyped('');
  };
  return (
    <>
      <form
        className="sandbox-add"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="Add by code"
          value={typed}
          onChange={setTyped}
          description="Or press rows of the board, or scan a label."
          isCode
        />
        <Button type="submit" icon={Plus}>
          Add
        </Button>
      </form>
      <div role="alert">{notAdded && <NoticeStrip tone="warning">{notAdded}</NoticeStrip>}</div>
      {chosen.length > 0 && (
        <>
          <ul className="sandbox-chosen" aria-label="Chosen shipments">
            {chosen.map((shipment) => (
              <ChosenLine
                key={shipment.key}
                shipment={shipment}
                standing={standingOf(shipment, touch)}
                onRemove={() => desk.remove(shipment.key)}
              />
            ))}
          </ul>
          {chosen.length > 1 && (
            <div>
              <Button size="small" onPress={desk.removeAll}>
                Leave all out
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}

interface ChosenLineProps {
  readonly shipment: ChosenShipment;
  readonly standing: ChosenStanding;
  readonly onRemove: () => void;
}

function ChosenLine({ shipment, standing, onRemove }: ChosenLineProps) {
  const name = shipment.trackingCode ?? `Number ${shipment.dropOffId}`;
  return (
    <li className="sandbox-line">
      <div className="sandbox-line-words">
        <Code>{name}</Code>
        {shipment.recipient && <span className="sandbox-small">{shipment.recipient}</span>}
        <Standing standing={standing} />
      </div>
      <AriaButton className="sandbox-remove" aria-label={`Leave out ${name}`} onPress={onRemove}>
        <X aria-hidden />
      </AriaButton>
    </li>
  );
}

function Standing({ standing }: { readonly standing: ChosenStanding }) {
  if (standing === 'not asked yet') return null;
  if (standing === 'not known here') {
    return <span className="sandbox-small">Not known here: sent as a tracking code, as it is</span>;
  }
  if (standing === null) return <StateBadge tone="quiet" word="No status source" icon={CircleHelp} />;
  return (
    <>
      <StateBadge word={shipmentStateWords[standing]} {...shipmentStateLooks[standing]} />
      {isAtItsEnd(standing) && <span className="sandbox-end">At its end: cannot be changed</span>}
    </>
  );
}
