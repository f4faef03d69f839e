import { CircleHelp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { SandboxPreview } from '../../../shared/shipments/sandbox-scenario.ts';
import { shipmentStateStyles } from '../../presentation/state-styles.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { TextField } from '../../ui/fields.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import type { SandboxState, SandboxStore } from './sandbox-store.ts';
import type { ChosenShipment } from './sandbox-text.ts';
import { type ChosenShipmentState, chosenShipmentState, isFinalShipment } from './sandbox-text.ts';

interface ChosenShipmentsProps {
  readonly store: SandboxStore;
  readonly state: SandboxState;
  /** What is known of them; null before it is loaded. */
  readonly preview: SandboxPreview | null;
}

/** The shipments chosen on the board, by scan or by typing a code. */
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
          label={text('sandbox.add')}
          value={typed}
          onChange={setTyped}
          description={text('sandbox.add.hint')}
          isCode
        />
        <Button type="submit" icon={Plus}>
          {text('sandbox.add.button')}
        </Button>
      </form>
      <div role="alert">{addError && <NoticeStrip tone="warning">{addError}</NoticeStrip>}</div>
      {chosen.length > 0 && (
        <>
          <ul aria-label={text('sandbox.chosen')}>
            {chosen.map((shipment) => (
              <ChosenLine
                key={shipment.key}
                shipment={shipment}
                shipmentState={chosenShipmentState(shipment, preview)}
                isFinal={isFinalShipment(shipment, preview)}
                onRemove={() => store.remove(shipment.key)}
              />
            ))}
          </ul>
          {chosen.length > 1 && (
            <div>
              <Button size="small" onPress={store.removeAll}>
                {text('sandbox.chosen.remove-all')}
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
  readonly isFinal: boolean;
  readonly onRemove: () => void;
}

function ChosenLine({ shipment, shipmentState, isFinal, onRemove }: ChosenLineProps) {
  const name = shipment.trackingCode ?? text('sandbox.chosen.number', { id: shipment.dropOffId });
  return (
    <li className="sandbox-line">
      <div className="sandbox-line-text">
        <Code>{name}</Code>
        {shipment.recipient && <span className="sandbox-small">{shipment.recipient}</span>}
        <ShipmentStateBadge shipmentState={shipmentState} />
        {isFinal && <span className="sandbox-final">{text('sandbox.chosen.final')}</span>}
      </div>
      <AriaButton className="sandbox-remove" aria-label={text('sandbox.chosen.remove', { name })} onPress={onRemove}>
        <X aria-hidden />
      </AriaButton>
    </li>
  );
}

function ShipmentStateBadge({ shipmentState }: { readonly shipmentState: ChosenShipmentState }) {
  if (shipmentState === 'loading') return null;
  if (shipmentState === 'unknown') {
    return <span className="sandbox-small">{text('sandbox.chosen.unknown')}</span>;
  }
  if (shipmentState === null) return <StateBadge tone="quiet" word={text('shipment.state.none')} icon={CircleHelp} />;
  return <StateBadge word={text(`shipment.state.${shipmentState}`)} {...shipmentStateStyles[shipmentState]} />;
}
