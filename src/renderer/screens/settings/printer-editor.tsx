import { useState } from 'react';
import type { Printer } from '../../../shared/printer.ts';
import { call } from '../../station.ts';
import { BigRadios } from '../../ui/big-radios.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { blankPrinter, fieldsOfPrinter, type PrinterFaults, type PrinterFields, readPrinter } from './printer-form.ts';

interface PrinterEditorProps {
  /** null: a new one. */
  readonly known: Printer | null;
  readonly printers: readonly Printer[];
  readonly onClose: () => void;
}

/** The fields of one printer. Print jobs name their printer, so a known one keeps its name. */
export function PrinterEditor({ known, printers, onClose }: PrinterEditorProps) {
  const [fields, setFields] = useState((known && fieldsOfPrinter(known)) ?? blankPrinter);
  const [faults, setFaults] = useState<PrinterFaults>({});
  const action = useAction();
  const set = (change: Partial<PrinterFields>) => setFields({ ...fields, ...change });

  const save = async () => {
    const others = printers.filter((printer) => printer !== known);
    const read = readPrinter(fields, known, others);
    setFaults(read.ok ? {} : read.faults);
    if (!read.ok) return;
    const { printer } = read;
    if (await action.run(() => call('printer.save', { printer }))) onClose();
  };

  return (
    <fieldset className="settings-editor" aria-label={known ? `Printer ${known.name}` : 'New printer'}>
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
      <BigRadios
        label="Connection"
        showsLabel
        value={fields.kind}
        onChange={(kind) => set({ kind })}
        radios={[
          { value: 'tcp', label: 'Network' },
          { value: 'virtual', label: 'Virtual' },
        ]}
      />
      {fields.kind === 'tcp' ? (
        <div className="settings-host">
          <TextField
            label="Host"
            isCode
            isRequired
            value={fields.host}
            onChange={(host) => set({ host })}
            error={faults.host ?? null}
          />
          <TextField
            label="Port"
            isCode
            value={fields.port}
            onChange={(port) => set({ port })}
            error={faults.port ?? null}
          />
        </div>
      ) : (
        <p className="settings-hint">Shows each label as a picture in this window, and keeps it as a file.</p>
      )}
      <FailureStrip failure={action.failure} />
      <div className="settings-buttons">
        <Button tone="solid" size="small" isDisabled={action.isRunning} onPress={() => void save()}>
          Save printer
        </Button>
        <Button size="small" onPress={onClose}>
          Keep as it was
        </Button>
      </div>
    </fieldset>
  );
}
