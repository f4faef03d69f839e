import { useEffect, useRef, useState } from 'react';
import type { Printer } from '../../../../shared/printing/printer.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { text } from '../../../text/text.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { EditorButtons } from '../settings-controls.tsx';
import { errorText, PrinterConnectionFields, PrinterOptionFields } from './printer-fields.tsx';
import { type PrinterErrors, type PrinterFields, readPrinter } from './printer-form.ts';

interface PrinterEditorProps {
  /** null for a new printer. */
  readonly existing: Printer | null;
  /** The fields when the form opens. */
  readonly initialFields: PrinterFields;
  readonly printers: readonly Printer[];
  readonly onClose: () => void;
}

/** The form of one printer. Print jobs refer to their printer by name, so an existing printer keeps its name. */
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
      aria-label={
        existing ? text('printer-settings.edit-printer', { name: existing.name }) : text('printer-settings.new')
      }
    >
      {existing ? (
        <h3>{existing.name}</h3>
      ) : (
        <TextField
          label={text('printer-settings.name')}
          isRequired
          value={fields.name}
          onChange={(name) => set({ name })}
          error={errorText(errors.name)}
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
        saveLabel={text('printer-settings.save')}
        isSaving={action.isRunning}
        onSave={() => void save()}
        onClose={onClose}
      />
      {action.isRunning && <p className="settings-hint">{text('printer-settings.confirm-address')}</p>}
    </fieldset>
  );
}

/** Moves the focus to a newly opened editor once, and not again when the screen is shown again. */
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
