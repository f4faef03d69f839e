import { assertNever } from '../../../shared/failure.ts';
import { type Choice, Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ConnectionKind, PrinterFaults, PrinterFields } from './printer-form.ts';

interface PrinterConnectionFieldsProps {
  readonly fields: PrinterFields;
  readonly faults: PrinterFaults;
  readonly onChange: (change: Partial<PrinterFields>) => void;
}

/** How the printer is reached. */
export function PrinterConnectionFields({ fields, faults, onChange }: PrinterConnectionFieldsProps) {
  return (
    <>
      <Select label="Connection" value={fields.kind} choices={kinds} onChange={(kind) => onChange({ kind })} />
      <FieldsOfKind fields={fields} faults={faults} onChange={onChange} />
    </>
  );
}

type TextOf = 'host' | 'port' | 'queue' | 'path' | 'printer';

function FieldsOfKind({ fields, faults, onChange }: PrinterConnectionFieldsProps) {
  const fieldOf = (name: TextOf) => ({
    value: fields[name],
    onChange: (text: string) => onChange({ [name]: text }),
    error: faults[name] ?? null,
    isCode: true,
  });
  switch (fields.kind) {
    case 'tcp':
      return (
        <div className="settings-host">
          <TextField label="Host" isRequired {...fieldOf('host')} />
          <TextField label="Port" {...fieldOf('port')} />
        </div>
      );
    case 'cups':
      return (
        <>
          <TextField label="Queue" isRequired {...fieldOf('queue')} />
          <p className="settings-hint">
            CUPS tells what became of a job, not of the label. Raw queues are deprecated: where the printer has an
            address of its own, use that.
          </p>
        </>
      );
    case 'usb':
      return <TextField label="Device" isRequired {...fieldOf('path')} />;
    case 'windows':
      return (
        <>
          <TextField label="Windows printer" isRequired {...fieldOf('printer')} />
          <p className="settings-hint">Windows tells what became of a job, not of the label.</p>
        </>
      );
    case 'virtual':
      return <p className="settings-hint">Shows each label as a picture in this window, and keeps it as a file.</p>;
    default:
      return assertNever(fields.kind);
  }
}

const kinds: readonly Choice<ConnectionKind>[] = [
  { value: 'tcp', label: 'Network address', detail: 'Straight to the printer; it tells how it is' },
  { value: 'usb', label: 'USB device (Linux)', detail: 'Straight to the printer; it tells how it is' },
  { value: 'cups', label: 'CUPS queue', detail: 'Through this computer’s print system' },
  { value: 'windows', label: 'Windows printer', detail: 'Through the Windows spooler' },
  { value: 'virtual', label: 'Virtual', detail: 'A picture in this window' },
];
