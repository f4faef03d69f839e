import { useEffect, useRef, useState } from 'react';
import type { Printer } from '../../../../shared/printing/printer.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { EditorButtons } from '../settings-controls.tsx';
import { PrinterConnectionFields, PrinterOptionFields } from './printer-fields.tsx';
import { type PrinterErrors, type PrinterFields, readPrinter } from './printer-form.ts';

interface PrinterEditorProps {
  /** null: a new one. */
  readonly existing: Printer | null;
  /** What the fields hold at first. */
  readonly initialFields: PrinterFields;
  readonly printers: readonly Printer[];
  readonly onClose: () => void;
}

/** The fields of one printer. Print jobs name their printer, so a known one keeps its name. */
export function PrinterEditor({ existing, initialFields, printers, onClose }: PrinterEditorProps) {
  const [fields, setFields] = useState(initialFields);
  const [errors, setErrors] = useState<PrinterErrors>({});
  const action = useAction();
  const others = printers.filter((printer) => printer.name !== existing?.name);
  const set = (change: Partial<PrinterFields>) => setFields((before) => ({ ...before, ...change }));

  const save = async () => {
    const read = readPrinter(fields, others);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const { printer } = read;
    if (await action.run(() => call('printer.save', { printer }))) onClose();
  };

  return (
    <fieldset
      ref={useFocusOnce()}
      tabIndex={-1}
      className="settings-editor"
      aria-label={existing ? `Printer ${existing.name}` : 'New printer'}
    >
      {existing ? (
        <h3>{existing.name}</h3>
      ) : (
        <TextField
          label="Name"
          isRequired
          value={fields.name}
          onChange={(name) => set({ name })}
          error={errors.name ?? null}
        />
      )}
      <PrinterConnectionFields fields={fields} errors={errors} onChange={set} />
      <PrinterOptionFields
        fields={fields}
        errors={errors}
        isDefaultNow={existing?.default ?? others.length === 0}
        others={others}
        onChange={set}
      />
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveWords="Save printer"
        closeWords={existing ? 'Keep as it was' : 'Do not add'}
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
      {action.isRunning && (
        <p className="settings-hint">A new address is asked about in a window of its own: answer it there.</p>
      )}
    </fieldset>
  );
}

/** An editor opens where the eye may not be: it is brought there once, and not again when the screen is shown anew. */
function useFocusOnce() {
  const fieldsetRef = useRef<HTMLFieldSetElement>(null);
  const wasFocused = useRef(false);
  useEffect(() => {
    if (wasFocused.current) return;
    wasFocused.current = true;
    fieldsetRef.current?.focus();
  }, []);
  return fieldsetRef;
}
