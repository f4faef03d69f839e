import './draft-choices.css';
import { useId, useState } from 'react';
import { Switch } from 'react-aria-components';
import type { Batch } from '../../../../shared/batch.ts';
import { call } from '../../../station.ts';
import type { Action } from '../../use-action.ts';
import { addressLine, columnsWords, missingFields } from './batch-field-words.ts';
import { ColumnList } from './column-list.tsx';
import { Fold } from './fold.tsx';
import { PickUpChoice } from './pick-up-choice.tsx';

interface DraftChoicesProps {
  readonly batch: Batch;
  readonly action: Action;
}

type Panel = 'columns' | 'pick-up' | 'none';

/** What is said once for all rows: what the columns are, where the parcels are picked up, what becomes one order. */
export function DraftChoices({ batch, action }: DraftChoicesProps) {
  const missing = missingFields(batch);
  const wantsPickUp = missing.includes('pick_up_address.text');
  const wantsColumn = missing.length > (wantsPickUp ? 1 : 0);
  // What is missing stands open at first; after that, whatever a person opens.
  const [panel, setPanel] = useState<Panel>(wantsColumn ? 'columns' : wantsPickUp ? 'pick-up' : 'none');
  const panelId = useId();
  const toggle = (one: Panel) => () => setPanel(panel === one ? 'none' : one);
  const pickUp = addressLine(batch.pickUpAddress);
  const hasOwn = batch.columns.some(({ field }) => field === 'pick_up_address.text');
  const pickUpWords = pickUp ?? (hasOwn ? 'as the rows say' : 'not chosen');
  const setCombines = (combines: boolean) => void action.run(() => call('batch.change', { combines }));
  return (
    <>
      <Fold
        words={columnsWords(batch.columns)}
        panelId={panelId}
        isOpen={panel === 'columns'}
        isWanting={wantsColumn}
        onPress={toggle('columns')}
      />
      <Fold
        words={`Picked up: ${pickUpWords}`}
        panelId={panelId}
        isOpen={panel === 'pick-up'}
        isWanting={wantsPickUp}
        onPress={toggle('pick-up')}
      />
      <Switch className="switch draft-switch" isSelected={batch.combines} onChange={setCombines}>
        <span className="switch-track" aria-hidden />
        <span>One order per receiver</span>
      </Switch>
      {panel !== 'none' && (
        <div className="draft-panel" id={panelId}>
          {panel === 'columns' ? (
            <ColumnList columns={batch.columns} action={action} />
          ) : (
            <PickUpChoice batch={batch} action={action} />
          )}
        </div>
      )}
    </>
  );
}
