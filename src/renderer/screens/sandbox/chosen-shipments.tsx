import { CircleHelp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { SandboxTouch } from '../../../shared/shipments/sandbox-scenario.ts';
import { shipmentStateWords } from '../../../shared/shipments/shipment-state.ts';
import { shipmentStateStyles } from '../../presentation/shipment-status.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { TextField } from '../../ui/fields.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import type { ChosenShipment, SandboxState, SandboxStore } from './sandbox-store.ts';
import { type ChosenShipmentState, chosenShipmentState, isFinalState } from './sandbox-text.ts';

interface ChosenShipmentsProps {
  readonly store: SandboxStore;
  readonly state: SandboxState;
  /** What is known of them; null before it was asked. */
  readonly preview: SandboxTouch | null;
}

/** The shipments chosen on the board, by scan or by hand. */
export function ChosenShipments({ store, state: { chosen, addError }, preview }: ChosenShipmentsProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    if (typed.trim() === '') return;
    void store.add({ asTyped: typed, asUsKeyboard: typed, by: 'typed' });
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
      <div role="alert">{addError && <NoticeStrip tone="warning">{addError}</NoticeStrip>}</div>
      {chosen.length > 0 && (
        <>
          <ul className="sandbox-chosen" aria-label="Chosen shipments">
            {chosen.map((shipment) => (
              <ChosenLine
                key={shipment.key}
                shipment={shipment}
                shipmentState={chosenShipmentState(shipment, preview)}
                onRemove={() => store.remove(shipment.key)}
              />
            ))}
          </ul>
          {chosen.length > 1 && (
            <div>
              <Button size="small" onPress={store.removeAll}>
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
  readonly shipmentState: ChosenShipmentState;
  readonly onRemove: () => void;
}

function ChosenLine({ shipment, shipmentState, onRemove }: ChosenLineProps) {
  const name = shipment.trackingCode ?? `Number ${shipment.dropOffId}`;
  return (
    <li className="sandbox-line">
      <div className="sandbox-line-words">
        <Code>{name}</Code>
        {shipment.recipient && <span className="sandbox-small">{shipment.recipient}</span>}
        <ShipmentStateBadge shipmentState={shipmentState} />
      </div>
      <AriaButton className="sandbox-remove" aria-label={`Leave out ${name}`} onPress={onRemove}>
        <X aria-hidden />
      </AriaButton>
    </li>
  );
}

function ShipmentStateBadge({ shipmentState }: { readonly shipmentState: ChosenShipmentState }) {
  if (shipmentState === 'not asked yet') return null;
  if (shipmentState === 'not known here') {
    return <span className="sandbox-small">Not known here: sent as a tracking code, as it is</span>;
  }
  if (shipmentState === null) return <StateBadge tone="quiet" word="No status source" icon={CircleHelp} />;
  return (
    <>
      <StateBadge word={shipmentStateWords[shipmentState]} {...shipmentStateStyles[shipmentState]} />
      {isFinalState(shipmentState) && <span className="sandbox-end">At its end: cannot be changed</span>}
    </>
  );
}
