import './order-book.css';
import { BookmarkPlus, History, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { issueMessage } from '../../../shared/contract/validation-issues.ts';
import {
  bookNameSchema,
  type OrderBook,
  type OrderDraft,
  type SavedAddress,
} from '../../../shared/orders/order-book.ts';
import { call } from '../../data/station-client.ts';
import { type FieldErrors, type FormReading, useForm } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useFaultFocus } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { type Choice, ComboBox } from '../../ui/select.tsx';
import {
  type AddressTexts,
  draftOfAddress,
  draftOfForm,
  isBlankForm,
  isSameAddress,
  isSameDraft,
  type OrderForm,
  textsOfDraft,
} from './order-form.ts';

interface SavedTemplatesProps {
  readonly book: OrderBook;
  readonly form: OrderForm;
  /** Requests that the form is filled with a draft. */
  readonly onRequest: (draft: OrderDraft) => void;
}

/** Whole orders to choose from: the templates, and the last order. */
export function SavedTemplates({ book, form, onRequest }: SavedTemplatesProps) {
  const { templates, last } = book;
  const now = draftOfForm(form);
  const save = (name: string, draft: OrderDraft) => call('order-book.save-template', { name, draft });
  return (
    <Card>
      <OrderBookRow
        label={text('new-order.templates')}
        entries={templates}
        detail={({ draft }) => draft.dropOffAddress.text ?? draft.pickUpAddress.text ?? ''}
        chosen={templates.find(({ draft }) => isSameDraft(draft, now)) ?? null}
        onChoose={({ id, draft }) => {
          onRequest(draft);
          void call('order-book.record-use', { what: 'template', id });
        }}
        saveLabel={text('new-order.templates.save')}
        nameLabel={text('new-order.templates.name')}
        canSave={!isBlankForm(form)}
        onSave={(name) => save(name, now)}
        onRemove={({ id }) => call('order-book.remove-template', { templateId: id })}
        onRestore={({ name, draft }) => save(name, draft)}
      >
        {last && (
          <Button
            size="small"
            tone="quiet"
            icon={History}
            isDisabled={isSameDraft(last, now)}
            onPress={() => onRequest(last)}
          >
            {text('new-order.templates.last')}
          </Button>
        )}
      </OrderBookRow>
    </Card>
  );
}

interface SavedPickUpAddressesProps {
  readonly book: OrderBook;
  readonly texts: AddressTexts;
  readonly onLoad: (texts: AddressTexts) => void;
}

/** Pick-up addresses to choose from: the saved ones, and the last order's. */
export function SavedPickUpAddresses({ book, texts, onLoad }: SavedPickUpAddressesProps) {
  const { pickUpAddresses, last } = book;
  const now = draftOfAddress(texts);
  const save = (name: string, address: SavedAddress['address']) => call('order-book.save-address', { name, address });
  return (
    <OrderBookRow
      label={text('new-order.addresses')}
      entries={pickUpAddresses}
      detail={({ address }) => address.text ?? ''}
      chosen={pickUpAddresses.find(({ address }) => isSameAddress(address, now)) ?? null}
      onChoose={({ id, address }) => {
        onLoad(textsOfDraft(address));
        void call('order-book.record-use', { what: 'address', id });
      }}
      saveLabel={text('new-order.addresses.save')}
      nameLabel={text('new-order.addresses.name')}
      canSave={now.text !== undefined}
      onSave={(name) => save(name, now)}
      onRemove={({ id }) => call('order-book.remove-address', { addressId: id })}
      onRestore={({ name, address }) => save(name, address)}
    >
      {last && (
        <Button
          size="small"
          tone="quiet"
          icon={History}
          isDisabled={isSameAddress(last.pickUpAddress, now)}
          onPress={() => onLoad(textsOfDraft(last.pickUpAddress))}
        >
          {text('new-order.addresses.last')}
        </Button>
      )}
    </OrderBookRow>
  );
}

/** An address or a template, saved under a name. */
interface SavedEntry {
  readonly id: number;
  readonly name: string;
}

interface OrderBookRowProps<Entry extends SavedEntry> {
  /** The label of the list. */
  readonly label: string;
  readonly entries: readonly Entry[];
  /** What distinguishes entries beside their names. */
  readonly detail: (entry: Entry) => string;
  /** The entry the form holds now; null where there is none. */
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry) => void;
  readonly saveLabel: string;
  readonly nameLabel: string;
  /** There is something to save. */
  readonly canSave: boolean;
  readonly onSave: (name: string) => Promise<Result<unknown>>;
  readonly onRemove: (entry: Entry) => Promise<Result<unknown>>;
  /** Saves again what was just removed. */
  readonly onRestore: (entry: Entry) => Promise<Result<unknown>>;
  /** Buttons between the list and the save button. */
  readonly children?: ReactNode;
}

/** Chooses from saved entries, saves what the form holds now, and removes; in place and by keyboard. */
export function OrderBookRow<Entry extends SavedEntry>(props: OrderBookRowProps<Entry>) {
  const { label, entries, detail, chosen, onChoose, saveLabel, nameLabel, canSave, onSave, onRemove, onRestore } =
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
  const startNaming = () => {
    setRemoved(null);
    setIsNaming(true);
  };
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
              {text('new-order.book.remove', { name: chosen.name })}
            </Button>
          ) : (
            <Button
              size="small"
              tone="quiet"
              icon={BookmarkPlus}
              isDisabled={!canSave || isNaming}
              onPress={startNaming}
            >
              {saveLabel}
            </Button>
          )}
        </div>
      </div>
      {isNaming && (
        <OrderBookNameForm
          label={nameLabel}
          names={entries.map(({ name }) => name)}
          onSave={onSave}
          onClose={stopNaming}
        />
      )}
      {removed && (
        <NoticeStrip
          tone="quiet"
          actions={
            <Button size="small" onPress={() => run(() => onRestore(removed), focusList)}>
              {text('new-order.book.undo')}
            </Button>
          }
        >
          {text('new-order.book.removed', { name: removed.name })}
        </NoticeStrip>
      )}
      <FailureStrip failure={failure} />
    </div>
  );
}

interface OrderBookNameFormProps {
  readonly label: string;
  /** Names already in use. */
  readonly names: readonly string[];
  readonly onSave: (name: string) => Promise<Result<unknown>>;
  readonly onClose: () => void;
}

function readBookName({ name }: { readonly name: string }): FormReading<string, FieldErrors<{ name: string }>> {
  const parsed = bookNameSchema.safeParse(name);
  const [issue] = parsed.error?.issues ?? [];
  return issue ? { ok: false, errors: { name: issueMessage(issue) } } : { ok: true, value: parsed.data ?? '' };
}

/** Asks in place for the name of a new entry. Enter saves, Escape cancels. */
function OrderBookNameForm({ label, names, onSave, onClose }: OrderBookNameFormProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const focusFault = useFaultFocus(box);
  const form = useForm({ saved: { name: '' }, read: readBookName, save: onSave, onSaved: onClose });
  const save = () => void form.save().then((isSaved) => isSaved || focusFault());
  const entered = readBookName(form.fields);
  const isUsed = entered.ok && names.some((name) => name.toLowerCase() === entered.value.toLowerCase());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) {
      save();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div ref={box} className="order-book-name" data-own-enter="" onKeyDown={onKeyDown}>
      <TextField label={label} {...form.textField('name')} warning={isUsed ? text('new-order.book.name-used') : null} />
      <div className="order-book-buttons">
        <Button size="small" hint={text('new-order.book.save.key')} onPress={save}>
          {text('new-order.book.save')}
        </Button>
        <Button size="small" tone="quiet" hint={text('new-order.book.cancel.key')} onPress={onClose}>
          {text('new-order.book.cancel')}
        </Button>
      </div>
      <FailureStrip failure={form.failure} />
    </div>
  );
}
