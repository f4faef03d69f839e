import { assertNever } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { ImportReport } from '../../../shared/orders/import-state.ts';
import { mainText, messageSentence } from '../../text/main-text.ts';
import type { ImportClash } from '../ports/records.ts';
import type { FileFault } from './file-orders.ts';
import { shortText } from './file-text.ts';

/** Why an order contradicts what is known here. */
export function clashMessage(clash: ImportClash): Message {
  const { code } = clash;
  switch (clash.what) {
    case 'other shipment':
      return clash.knownTrackingCode === null
        ? message('import.parcel-not-in-shipment', { code })
        : message('import.code-in-other-shipment', { code, known: clash.knownTrackingCode });
    case 'other code':
      return message('import.other-code-known', { code, known: clash.knownCode, given: clash.otherCode });
    case 'other order':
      return clash.knownOrder === null
        ? message('import.code-in-other-order', { code })
        : message('import.code-in-named-order', { code, known: clash.knownOrder });
    case 'not answered yet':
      return message('import.order-unanswered', { code });
    default:
      return assertNever(clash);
  }
}

export const faultMessage = ({ place, message: fault }: FileFault): Message =>
  message('import.fault', { place, fault });

/** The text file beside a rejected file. */
export function rejectionText({ name, at, message: reason, faults, moreFaults }: ImportReport): string {
  const lines = [
    mainText('rejection.title', { name: shortText(name) }),
    at,
    '',
    messageSentence(reason),
    ...(faults.length > 0 ? ['', ...faults.map(messageSentence)] : []),
    ...(moreFaults > 0 ? [mainText('rejection.more', { count: moreFaults })] : []),
    '',
    mainText('rejection.next'),
    '',
  ];
  return lines.join('\r\n');
}
