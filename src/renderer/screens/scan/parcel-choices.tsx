import './scan-result.css';
import { Printer, Search, Trash2 } from 'lucide-react';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import { type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { submitScan } from '../../scanner/start-scanning.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';

interface ParcelChoicesProps {
  readonly choices: readonly Parcel[];
  /** The action to apply to the chosen parcel. */
  readonly mode: ScanMode;
}

const icons = { 'look up': Search, print: Printer, delete: Trash2 } as const satisfies Record<ScanMode, unknown>;

/** The parcels that share a code; choosing one counts as a scan of its own code. */
export function ParcelChoices({ choices, mode }: ParcelChoicesProps) {
  return (
    <ul className="parcel-choices" aria-label={text('scan.choices')}>
      {choices.map((parcel) => {
        const code = parcel.customCode ?? parcel.pickUpCode;
        const codeId = `choice-${parcel.id}`;
        return (
          <li key={parcel.id}>
            <div id={codeId} className="parcel-choice">
              <Code>{parcelCode(parcel)}</Code>
              <span className="parcel-choice-more">{summaryOf(parcel)}</span>
            </div>
            <Button
              icon={icons[mode]}
              tone={mode === 'delete' ? 'delete' : 'plain'}
              describedBy={codeId}
              isDisabled={code === null}
              onPress={() => code !== null && submitScan({ asTyped: code, asUsKeyboard: code, by: 'typed' }, mode)}
            >
              {text(`scan.choice.${mode}`)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function summaryOf({ position, parcelCount, weightGrams, status, deletedAt, recipient }: Parcel): string {
  const weight = weightGrams === null ? null : text('parcel.weight', { grams: weightGrams });
  const state = deletedAt === null ? (status?.state ?? 'none') : 'deleted';
  return [
    text('parcel.position', { position, count: parcelCount }),
    weight,
    recipient.name,
    text(`shipment.state.${state}`),
  ]
    .filter((part) => part !== null)
    .join(', ');
}
