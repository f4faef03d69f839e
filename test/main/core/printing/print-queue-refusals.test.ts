import { expect, it } from 'vitest';
import { queueRefusal } from '../../../../src/main/core/printing/print-queue.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { parcel } from '../../../renderer/screens/samples.ts';

it('print queue: a label whose address is unknown is not reported as missing', () => {
  const unknown = parcel({ label: null, missing: ['parcel', 'pick_up_code', 'label'] });
  expect(queueRefusal(unknown, null)).toEqual({ code: 'no-label', message: message('label.address-unknown') });
  const none = parcel({ label: null, missing: ['label'] });
  expect(queueRefusal(none, null)?.message).toEqual(message('label.none'));
});
