export type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Snapshot {
  readonly field: TextField;
  readonly value: string;
  readonly selection: readonly [start: number, end: number] | null;
}

const textTypes = ['text', 'search', 'tel', 'url', 'email', 'password', 'number'];

/** True for an element that a key writes into. */
export function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled;
  return target instanceof HTMLInputElement && textTypes.includes(target.type) && !target.readOnly && !target.disabled;
}

/** What the field holds, and where the writing stands. */
export function textFieldSnapshot(field: TextField): Snapshot {
  // Fields for numbers and mail addresses have no selection to read.
  const { value, selectionStart, selectionEnd } = field;
  return {
    field,
    value,
    selection: selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

/** Puts back what the field held, as if it were written by hand, so that whoever owns the field hears of it. */
export function restoreField({ field, value, selection }: Snapshot): void {
  if (field.value === value) return;
  // React overrides the value's setter on the element itself; the prototype's is the one whose change it notices.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (selection) field.setSelectionRange(...selection);
}
