import { BookmarkPlus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { bookNameSchema } from '../../../shared/orders/order-book.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { type Choice, ComboBox } from '../../ui/select.tsx';

/** Something kept under a name: an address, or a template. */
interface SavedEntry {
  readonly id: number;
  readonly name: string;
}

interface OrderBookRowProps<Entry extends SavedEntry> {
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
  readonly onRestore: (entry: Entry) => Promise<Result<unknown>>;
  /** Buttons between the list and the button that saves. */
  readonly children?: ReactNode;
}

/** Chooses from what is kept, keeps what the form holds now, and removes; all of it in place and by keyboard. */
export function OrderBookRow<Entry extends SavedEntry>(props: OrderBookRowProps<Entry>) {
  const { label, entries, detail, chosen, onChoose, saveWords, nameLabel, canSave, onSave, onRemove, onRestore } =
    props;
  const [isNaming, setIsNaming] = useState(false);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const row = useRef<HTMLDivElement>(null);

  const run = async (work: () => Promise<Result<unknown>>, done: () => void) => {
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
    run(
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
        <OrderBookNameForm
          label={nameLabel}
          names={entries.map(({ name }) => name)}
          onName={(name) => run(() => onSave(name), stopNaming)}
          onCancel={stopNaming}
        />
      )}
      {removed && (
        <NoticeStrip
          tone="quiet"
          actions={
            <Button size="small" onPress={() => run(() => onRestore(removed), focusList)}>
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

interface OrderBookNameFormProps {
  readonly label: string;
  /** Names that are there already. */
  readonly names: readonly string[];
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Asks, in place, under which name something is to be kept. Enter keeps it, Escape leaves. */
function OrderBookNameForm({ label, names, onName, onCancel }: OrderBookNameFormProps) {
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  const read = bookNameSchema.safeParse(text);
  const isThere = read.success && names.some((name) => name.toLowerCase() === read.data.toLowerCase());
  const save = () => (read.success ? onName(read.data) : setIsAsked(true));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) save();
  };
  const fault = read.success ? null : (read.error.issues[0]?.message ?? null);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field within
    <div ref={box} className="order-book-name" data-own-enter="" onKeyDown={onKeyDown}>
      <TextField
        label={label}
        value={text}
        onChange={setText}
        error={isAsked ? fault : null}
        warning={isThere ? 'One has this name: it gives way to this' : null}
      />
      <div className="order-book-buttons">
        <Button size="small" hint="Enter" onPress={save}>
          Save
        </Button>
        <Button size="small" tone="quiet" hint="Esc" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
