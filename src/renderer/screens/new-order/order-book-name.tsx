import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { bookNameSchema } from '../../../shared/order-book.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface OrderBookNameProps {
  readonly label: string;
  /** Names that are there already. */
  readonly names: readonly string[];
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Asks, in place, under which name something is to be kept. Enter keeps it, Escape leaves. */
export function OrderBookName({ label, names, onName, onCancel }: OrderBookNameProps) {
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
