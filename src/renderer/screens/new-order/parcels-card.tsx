import { Plus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Result } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { maxParcelsPerOrder } from '../../../shared/orders/order-request.ts';
import type { ReadableStore } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { type ParcelFieldName, parcelAttribute, type ScanFault } from './form-focus.ts';
import type { NewOrderStore } from './new-order-store.ts';
import {
  codeErrors,
  customCodePath,
  type FieldMessages,
  type ParcelFields,
  weightPath,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from './order-form.ts';

interface ParcelsCardProps {
  readonly parcels: readonly ParcelFields[];
  readonly errors: FieldMessages;
  readonly warnings: FieldMessages;
  readonly scanFault: ScanFault | null;
  readonly store: NewOrderStore;
  /** The form still holds the order that was sent. */
  readonly isSent: boolean;
  /** A field is edited: the fault of the last scan is outdated. */
  readonly onEdit: () => void;
}

/** The parcels of the order, one to five; their codes are checked while they are typed. */
export function ParcelsCard(props: ParcelsCardProps) {
  const { parcels, errors, warnings, scanFault, store, isSent, onEdit } = props;
  const [place, setPlace] = useState<{ key: number; field: ParcelFieldName } | null>(null);
  const unavailable = useUnavailableCodes(parcels);
  const found = codeErrors(parcels, { editing: place?.field === 'customCode' ? place.key : null, unavailable, isSent });

  const change = (key: number, fields: Partial<Omit<ParcelFields, 'key'>>) => {
    onEdit();
    store.change((form) => withParcel(form, key, fields));
  };
  const focusOf = (key: number, field: ParcelFieldName) => ({
    onFocus: () => setPlace({ key, field }),
    onBlur: () => setPlace((now) => (now?.key === key && now.field === field ? null : now)),
  });
  const textAt = (messages: FieldMessages, path: string): string | null => {
    const message = messages[path];
    return message ? messageText(message) : null;
  };
  const codeError = (key: number, index: number): string | null =>
    scanFault?.key === key ? scanFault.message : textAt({ ...errors, ...found }, customCodePath(index));

  return (
    <Card
      title={text('new-order.parcels.title')}
      aside={text('new-order.parcels.count', { count: parcels.length, limit: maxParcelsPerOrder })}
    >
      <p role="alert" className="only-spoken">
        {scanFault?.message}
      </p>
      <div className="order-parcels">
        {parcels.map(({ key, grams, customCode }, index) => (
          <fieldset
            key={key}
            className="order-parcel"
            aria-label={text('new-order.parcels.parcel', { number: index + 1 })}
            {...parcelAttribute(key)}
          >
            <TextField
              label={text('new-order.parcels.weight')}
              value={grams}
              onChange={(grams) => change(key, { grams })}
              error={textAt(errors, weightPath(index))}
              warning={textAt(warnings, weightPath(index))}
              isRequired
              {...focusOf(key, 'grams')}
            />
            <TextField
              label={text('new-order.parcels.custom-code')}
              value={customCode}
              onChange={(customCode) => change(key, { customCode })}
              error={codeError(key, index)}
              warning={textAt(warnings, customCodePath(index))}
              description={codeHint(customCode, place?.key === key)}
              isCode
              {...focusOf(key, 'customCode')}
            />
            {parcels.length > 1 && (
              <Button tone="quiet" icon={X} onPress={() => store.change((form) => withoutParcel(form, key))}>
                <span className="only-spoken">{text('new-order.parcels.remove', { number: index + 1 })}</span>
              </Button>
            )}
          </fieldset>
        ))}
        <div>
          <Button
            size="small"
            icon={Plus}
            onPress={() => store.change(withAnotherParcel)}
            isDisabled={parcels.length >= maxParcelsPerOrder}
          >
            {text('new-order.parcels.add')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Why main rejects codes in the form. */
function useUnavailableCodes(parcels: readonly ParcelFields[]): UnavailableCodes {
  const [check] = useState(() =>
    createCodeCheck({
      ask: (code) => call('order.check-code', { code }),
      later(work, milliseconds) {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    }),
  );
  useEffect(() => check.update(parcels.map(({ customCode }) => customCode)), [check, parcels]);
  return useStore(check);
}

function codeHint(code: string, isCurrent: boolean): string {
  if (code !== '') return text('new-order.parcels.code-length', { length: code.length });
  return isCurrent ? text('new-order.parcels.code-scan') : text('new-order.parcels.code-blank');
}

export interface CodeCheckParts {
  /** Why a code cannot be used here; null where it can. */
  readonly ask: (code: string) => Promise<Result<Message | null>>;
  /** Runs `work` later, unless the returned function is called first. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/** The codes that cannot be used here, each with the reason. */
export type UnavailableCodes = Readonly<Record<string, Message>>;

export interface CodeCheck extends ReadableStore<UnavailableCodes> {
  /** The codes now in the form. Answers about other codes are dropped, also pending ones. */
  update(codes: readonly string[]): void;
}

/** How long typing must pause before main is asked, milliseconds. */
const debounceMs = 250;

/** Asks main about the codes in the form, each once while it is there. */
export function createCodeCheck({ ask, later }: CodeCheckParts): CodeCheck {
  const store = createStore<UnavailableCodes>(() => ({}));
  /** Codes in the form that were checked or are being checked; at most one for each parcel. */
  let requested: ReadonlySet<string> = new Set();
  let inForm: ReadonlySet<string> = new Set();
  let stopWaiting = (): void => undefined;

  const checkCode = async (code: string): Promise<void> => {
    const answer = await ask(code);
    if (!inForm.has(code) || !answer.ok || answer.value === null) return;
    store.setState({ ...store.getState(), [code]: answer.value }, true);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    update(codes) {
      stopWaiting();
      inForm = new Set(codes.filter(isCustomCode));
      requested = new Set([...requested].filter((code) => inForm.has(code)));
      const known = Object.entries(store.getState());
      const kept = known.filter(([code]) => inForm.has(code));
      if (kept.length < known.length) store.setState(Object.fromEntries(kept), true);
      const unchecked = [...inForm].filter((code) => !requested.has(code));
      if (unchecked.length === 0) return;
      stopWaiting = later(() => {
        requested = new Set([...requested, ...unchecked]);
        for (const code of unchecked) void checkCode(code);
      }, debounceMs);
    },
  };
}
