import './scan-result.css';
import { Printer, Search, Trash2 } from 'lucide-react';
import type { ScanMode } from '../../../shared/scanning/scan.ts';
import { type Parcel, parcelCode } from '../../../shared/shipments/parcel.ts';
import { shipmentStateWords } from '../../../shared/shipments/shipment-state.ts';
import { submitScan } from '../../scanner/start-scanning.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';

interface ParcelChoicesProps {
  readonly choices: readonly Parcel[];
  /** What was to be done with the parcel. */
  readonly mode: ScanMode;
}

const actions = {
  'look up': { words: 'Show', icon: Search },
  print: { words: 'Print', icon: Printer },
  delete: { words: 'Delete', icon: Trash2 },
} as const satisfies Record<ScanMode, unknown>;

/** The parcels one code stands for; choosing one counts as a scan of its own code. */
export function ParcelChoices({ choices, mode }: ParcelChoicesProps) {
  const { words, icon } = actions[mode];
  return (
    <ul className="parcel-choices" aria-label="Parcels">
      {choices.map((parcel) => {
        const code = parcel.customCode ?? parcel.pickUpCode;
        const codeId = `choice-${parcel.id}`;
        return (
          <li key={parcel.id}>
            <div id={codeId} className="parcel-choice">
              <Code>{parcelCode(parcel)}</Code>
              <span className="parcel-choice-more">{moreWords(parcel)}</span>
            </div>
            <Button
              icon={icon}
              tone={mode === 'delete' ? 'delete' : 'plain'}
              describedBy={codeId}
              isDisabled={code === null}
              onPress={() => code !== null && submitScan({ asTyped: code, asUsKeyboard: code, by: 'typed' }, mode)}
            >
              {words}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function moreWords({ position, parcelCount, weightGrams, status, deletedAt, recipient }: Parcel): string {
  const state = deletedAt !== null ? 'Deleted' : status ? shipmentStateWords[status.state] : 'No status source';
  const weight = weightGrams === null ? null : `${weightGrams} g`;
  return [`${position} of ${parcelCount}`, weight, recipient.name, state].filter((word) => word !== null).join(', ');
}
