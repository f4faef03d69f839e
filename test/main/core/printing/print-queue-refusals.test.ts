import { expect, it } from 'vitest';
import { queueRefusal } from '../../../../src/main/core/printing/print-queue.ts';
import { parcel } from '../../../renderer/screens/samples.ts';

it('a parcel whose label nobody told of is not said to have none: its order response brings it', () => {
  const untold = parcel({ label: null, missing: ['parcel', 'pick_up_code', 'label'] });
  expect(queueRefusal(untold, null, true)).toMatchObject({
    code: 'no-label',
    message: expect.stringContaining('was not told'),
    next: expect.stringContaining('Import the order response'),
  });
  const none = parcel({ label: null, missing: ['label'] });
  expect(queueRefusal(none, null, true)?.message).toBe('The service gave no 4x6 label for this parcel.');
});
