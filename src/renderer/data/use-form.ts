import { useState } from 'react';
import type { Failure, Result } from '../../shared/contract/failure.ts';
import type { Message } from '../../shared/messages/message.ts';
import { messageText } from '../text/text.ts';
import { useAction } from './use-action.ts';

/** What the fields of a form describe, or what is wrong with them. */
export type FormReading<Value, Errors> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: Errors };

/** What is wrong with each field. */
export type FieldErrors<Fields, Error = Message> = Readonly<Partial<Record<keyof Fields, Error>>>;

/** The number that a field holds: null where it is empty; a text that is no number stays one, so that the schema refuses it. */
export function numberAsTyped(entered: string): number | string | null {
  if (entered === '') return null;
  return /^-?\d+(\.\d+)?$/.test(entered) ? Number(entered) : entered;
}

/** The names of the fields that hold a text. */
type TextFieldName<Fields> = { [Name in keyof Fields]: Fields[Name] extends string ? Name : never }[keyof Fields];

/** The state of a form with the actions of its fields and buttons. */
export interface Form<Fields> {
  readonly fields: Fields;
  /** Something was entered that is not saved. */
  readonly isChanged: boolean;
  readonly change: (change: Partial<Fields>) => void;
  /** The sentence below a field; null where it is valid or was not saved yet. */
  readonly errorOf: (name: keyof Fields) => string | null;
  /** What a text field shows and reports. */
  readonly textField: (name: TextFieldName<Fields>) => TextFieldState;
  /** Saves the fields if they are valid; true if they were saved. */
  readonly save: () => Promise<boolean>;
  /** Shows the saved values again. */
  readonly reset: () => void;
  readonly isSaving: boolean;
  /** Why saving failed. */
  readonly failure: Failure | null;
}

interface TextFieldState {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
}

interface FormParts<Fields, Value, Error> {
  /** The saved values: an unchanged field shows its own, also where that changes while the form is open. */
  readonly saved: Fields;
  readonly read: (fields: Fields) => FormReading<Value, FieldErrors<Fields, Error>>;
  readonly save: (value: Value) => Promise<Result<unknown>>;
  readonly onSaved?: () => void;
  /** The sentence of an error; without it, errors are messages. */
  readonly errorText?: (error: Error) => string;
}

/** A form whose errors are shown once it was submitted, and from then on as it changes. */
export function useForm<Fields extends object, Value, Error = Message>(
  parts: FormParts<Fields, Value, Error>,
): Form<Fields> {
  const { saved, read, save, onSaved, errorText = (error) => messageText(error as Message) } = parts;
  const [entered, setEntered] = useState<Partial<Fields> | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const action = useAction();
  const fields = { ...saved, ...entered };
  const change = (changed: Partial<Fields>) => setEntered((before) => ({ ...before, ...changed }));
  const reset = () => {
    setEntered(null);
    setWasSubmitted(false);
  };
  const reading = wasSubmitted ? read(fields) : null;
  const errorOf = (name: keyof Fields) => {
    const error = reading && !reading.ok ? reading.errors[name] : undefined;
    return error === undefined ? null : errorText(error);
  };
  return {
    fields,
    isChanged: entered !== null,
    change,
    errorOf,
    textField: (name) => ({
      value: fields[name] as string,
      onChange: (value) => change({ [name]: value } as Partial<Fields>),
      error: errorOf(name),
    }),
    async save() {
      setWasSubmitted(true);
      const entry = read(fields);
      if (!entry.ok || !(await action.run(() => save(entry.value)))) return false;
      reset();
      onSaved?.();
      return true;
    },
    reset,
    isSaving: action.isRunning,
    failure: action.failure,
  };
}
