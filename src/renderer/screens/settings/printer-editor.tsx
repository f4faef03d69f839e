import { useEffect, useRef, useState } from 'react';
import type { Printer } from '../../../shared/printer.ts';
import { call } from '../../station.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { EditorButtons } from './editor-buttons.tsx';
import { PrinterConnectionFields } from './printer-connection-fields.tsx';
import { type PrinterFaults, type PrinterFields, readPrinter } from './printer-form.ts';
import { PrinterOptionFields } from './printer-option-fields.tsx';

interface PrinterEditorProps {
  /** null: a new one. */
  readonly known: Printer | null;
  /** What the fields hold at first. */
  readonly filled: PrinterFields;
  readonly printers: readonly Printer[];
  readonly onClose: () => void;
}

/** The fields of one printer. Print jobs name their printer, so a known one keeps its name. */
export function PrinterEditor({ known, filled, printers, onClose }: PrinterEditorProps) {
  const [fields, setFields] = useState(filled);
  const [faults, setFaults] = useState<PrinterFaults>({});
  const action = useAction();
  const others = printers.filter((printer) => printer.name !== known?.name);
  const set = (change: Partial<PrinterFields>) => setFields((before) => ({ ...before, ...change }));

  const save = async () => {
    const read = readPrinter(fields, others);
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    const { printer } = read;
    if (await action.run(() => call('printer.save', { printer }))) onClose();
  };

  return (
    <fieldset
      ref={useFocusOnce()}
      tabIndex={-1}
      className="settings-editor"
      aria-label={known ? `Printer ${known.name}` : 'New printer'}
    >
      {known ? (
        <h3>{known.name}</h3>
      ) : (
        <TextField
          label="Name"
          isRequired
          value={fields.name}
          onChange={(name) => set({ name })}
          error={faults.name ?? null}
        />
      )}
      <PrinterConnectionFields fields={fields} faults={faults} onChange={set} />
      <PrinterOptionFields
        fields={fields}
        faults={faults}
        isDefaultNow={known?.default ?? others.length === 0}
        others={others}
        onChange={set}
      />
      <FailureStrip failure={action.failure} />
      <EditorButtons
        saveWords="Save printer"
        closeWords={known ? 'Keep as it was' : 'Do not add'}
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
  const place = useRef<HTMLFieldSetElement>(null);
  const wasFocused = useRef(false);
  useEffect(() => {
    if (wasFocused.current) return;
    wasFocused.current = true;
    place.current?.focus();
  }, []);
  return place;
}
