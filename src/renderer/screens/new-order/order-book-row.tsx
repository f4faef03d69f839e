import { BookmarkPlus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import { Button } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { NoticeStrip } from '../../ui/notice-strip.tsx';
import type { Choice } from '../../ui/select.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { OrderBookName } from './order-book-name.tsx';

/** Something kept under a name: an address, or a template. */
interface Kept {
  readonly id: number;
  readonly name: string;
}

interface OrderBookRowProps<Entry extends Kept> {
  /** What the list is called. */
  readonly label: string;
  readonly entries: readonly Entry[];
  /** What tells one from another beside its name. */
  readonly detail: (entry: Entry) => string;
  /** The one the form holds now, if it is any. */
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry) => void;
  readonly saveWords: string;
  readonly nameLabel: string;
  /** There is something to keep. */
  readonly canSave: boolean;
  readonly onSave: (name: string) => Promise<Result<unknown>>;
  readonly onRemove: (entry: Entry) => Promise<Result<unknown>>;
  /** Keeps again what was just removed. */
  readonly onPutBack: (entry: Entry) => Promise<Result<unknown>>;
  /** Buttons between the list and the button that saves. */
  readonly children?: ReactNode;
}

/** Chooses from what is kept, keeps what the form holds now, and removes; all of it in place and by keyboard. */
export function OrderBookRow<Entry extends Kept>(props: OrderBookRowProps<Entry>) {
  const { label, entries, detail, chosen, onChoose, saveWords, nameLabel, canSave, onSave, onRemove, onPutBack } =
    props;
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const row = useRef<HTMLDivElement>(null);

  const act = async (work: () => Promise<Result<unknown>>, done: () => void) => {
    setRemoved(null);
    const answer = await work();
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) done();
  };
  const focusList = () => requestAnimationFrame(() => row.current?.querySelector('input')?.focus());
  const stopNaming = () => {
    setIsNaming(false);
    focusList();
  };
  const remove = (entry: Entry) =>
    act(
      () => onRemove(entry),
      () => {
        setRemoved(entry);
        focusList();
      },
    );
  const choose = (id: string) => {
    const entry = entries.find((one) => String(one.id) === id);
    if (entry) onChoose(entry);
  };

  return (
    <div className="order-book" ref={row}>
      <div className="order-book-row">
        {entries.length > 0 && (
          <ComboBox
            label={label}
            value={chosen ? String(chosen.id) : null}
            choices={entries.map(
              (entry): Choice => ({ value: String(entry.id), label: entry.name, detail: detail(entry) }),
            )}
            onChoose={choose}
          />
        )}
        <div className="order-book-buttons">
          {props.children}
          {chosen ? (
            <Button size="small" tone="quiet" icon={Trash2} onPress={() => remove(chosen)}>
              {`Remove “${chosen.name}”`}
            </Button>
          ) : (
            <Button
              size="small"
              tone="quiet"
              icon={BookmarkPlus}
              isDisabled={!canSave || isNaming}
              onPress={() => setIsNaming(true)}
            >
              {saveWords}
            </Button>
          )}
        </div>
      </div>
      {isNaming && (
        <OrderBookName
          label={nameLabel}
          names={entries.map(({ name }) => name)}
          onName={(name) => act(() => onSave(name), stopNaming)}
          onCancel={stopNaming}
        />
      )}
      {removed && (
        <NoticeStrip
          tone="quiet"
          actions={
            <Button size="small" onPress={() => act(() => onPutBack(removed), focusList)}>
              Put it back
            </Button>
          }
        >
          {`“${removed.name}” was removed.`}
        </NoticeStrip>
      )}
      <FailureStrip failure={failure} />
    </div>
  );
}
