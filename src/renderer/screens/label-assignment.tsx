import './label-assignment.css';
import { Check, RefreshCw, Undo2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { LabelAssignment, OpenAssignment, UnassignedLabel } from '../../shared/shipments/parcel.ts';
import { type Parcel, parcelCode } from '../../shared/shipments/parcel.ts';
import { createQuery, useQuery } from '../data/query.ts';
import { call } from '../data/station-client.ts';
import { useAction } from '../data/use-action.ts';
import { failureParagraph, text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { FailureStrip } from '../ui/notice-strip.tsx';
import { type Choice, Select } from '../ui/select.tsx';
import { usePicture } from './scan/label-picture.tsx';

/** Where one of the parcels waits for its label: the order's labels, to be assigned by their pictures. Nothing otherwise. */
export function LabelAssignmentPanel({ parcels }: { readonly parcels: readonly Parcel[] }) {
  const waiting = parcels.find(({ needsLabelAssignment, deletedAt }) => needsLabelAssignment && deletedAt === null);
  return waiting ? <OrderLabels key={waiting.orderId} orderId={waiting.orderId} /> : null;
}

/** The parcel chosen for each label, by the label's number. Nothing is stored before it is confirmed. */
type Chosen = Readonly<Record<number, number>>;

/** The labels of an order, to be assigned to its parcels by their pictures. */
export function OrderLabels({ orderId }: { readonly orderId: number }) {
  const query = useMemo(
    () => createQuery({ topics: ['parcels'], read: () => call('label-assignment.read', { orderId }) }),
    [orderId],
  );
  const { value: open, failure } = useQuery(query);
  const [chosen, setChosen] = useState<Chosen>({});
  const action = useAction();
  const titleId = useId();
  const assignments = open ? validAssignments(open, chosen) : [];
  const assign = async (): Promise<void> => {
    const isAssigned = await action.run(() => call('label-assignment.confirm', { assignments }));
    if (isAssigned) setChosen({});
  };
  return (
    <section className="label-assignment" aria-labelledby={titleId}>
      <h2 id={titleId}>{text('label-assignment.title')}</h2>
      <p>{text('label-assignment.explanation')}</p>
      <FailureStrip failure={failure} />
      {open && (
        <>
          <ul className="label-assignment-labels" aria-label={text('label-assignment.labels')}>
            {open.labels.map((label, index) => (
              <LabelToAssign
                key={label.id}
                label={label}
                number={index + 1}
                chosen={assignments.find(({ labelId }) => labelId === label.id)?.parcelId ?? null}
                parcels={open.parcels.filter(({ id }) =>
                  assignments.every(({ labelId, parcelId }) => parcelId !== id || labelId === label.id),
                )}
                onChoose={(parcelId) => setChosen({ ...chosen, [label.id]: parcelId })}
              />
            ))}
          </ul>
          <div className="label-assignment-buttons">
            <Button
              tone="solid"
              icon={Check}
              isDisabled={action.isRunning}
              disabledReason={isComplete(open, assignments) ? null : text('label-assignment.incomplete')}
              onPress={() => void assign()}
            >
              {text('label-assignment.confirm')}
            </Button>
            <Button icon={Undo2} isDisabled={assignments.length === 0} onPress={() => setChosen({})}>
              {text('label-assignment.clear')}
            </Button>
          </div>
        </>
      )}
      <FailureStrip failure={action.failure} />
    </section>
  );
}

/** What was chosen, without labels and parcels that are settled meanwhile. */
const validAssignments = ({ labels, parcels }: OpenAssignment, chosen: Chosen): LabelAssignment[] =>
  labels.flatMap(({ id: labelId }) => {
    const parcelId = chosen[labelId];
    return parcelId !== undefined && parcels.some(({ id }) => id === parcelId) ? [{ labelId, parcelId }] : [];
  });

/** Every parcel has a label, or every label that can be seen has a parcel. */
function isComplete({ labels, parcels }: OpenAssignment, assignments: readonly LabelAssignment[]): boolean {
  const visible = labels.filter(({ state }) => state === 'stored').length;
  return assignments.length > 0 && assignments.length === Math.min(visible, parcels.length);
}

interface LabelToAssignProps {
  readonly label: UnassignedLabel;
  /** Its place in the list, from 1. It says nothing about whose it is. */
  readonly number: number;
  readonly chosen: number | null;
  /** The parcels that it can be given to. */
  readonly parcels: readonly Parcel[];
  readonly onChoose: (parcelId: number) => void;
}

function LabelToAssign({ label, number, chosen, parcels, onChoose }: LabelToAssignProps) {
  const { id, state, sha256, pickUpCode, sizeCode, failure } = label;
  const [attempt, setAttempt] = useState(1);
  const picture = usePicture(sha256 && `${id} ${sha256} ${attempt}`, () =>
    call('label-assignment.picture', { labelId: id }),
  );
  const action = useAction();
  const choices = parcels.map(
    (parcel): Choice => ({ value: String(parcel.id), label: parcelCode(parcel), detail: parcelFacts(parcel) }),
  );
  return (
    <li>
      <figure>
        {picture.url && <img src={picture.url} alt={text('label-assignment.picture', { number })} />}
        {picture.failure && <p>{picture.failure}</p>}
        {state === 'pending' && <p>{text('label.missing.pending')}</p>}
        {state === 'on demand' && <p>{text('label.missing.on-demand')}</p>}
        {failure && <p>{failureParagraph(failure)}</p>}
        <figcaption>
          {text('label-assignment.label', { number })}
          {pickUpCode !== null && <Code>{pickUpCode}</Code>}
          {sizeCode !== null && <span>{sizeCode}</span>}
        </figcaption>
      </figure>
      {picture.failure && (
        <Button size="small" icon={RefreshCw} onPress={() => setAttempt(attempt + 1)}>
          {text('label-assignment.draw-again')}
        </Button>
      )}
      {state === 'failed' && (
        <Button
          size="small"
          icon={RefreshCw}
          isDisabled={action.isRunning}
          onPress={() => void action.run(() => call('label-assignment.retry', { labelId: id }))}
        >
          {text('label-assignment.retry')}
        </Button>
      )}
      {state === 'stored' && (
        <Select
          label={text('label-assignment.parcel', { number })}
          value={chosen === null ? null : String(chosen)}
          choices={choices}
          onChange={(parcelId) => onChoose(Number(parcelId))}
        />
      )}
    </li>
  );
}

const parcelFacts = ({ position, parcelCount, weightGrams, sizeCode }: Parcel): string =>
  text('label-assignment.parcel-facts', { position, count: parcelCount, grams: weightGrams, size: sizeCode });
