import { expect, it } from 'vitest';
import { orderState } from '../../../../src/main/core/orders/order-creation.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { commandSettlers } from '../../../../src/shared/orders/command.ts';
import { command } from '../../../renderer/screens/samples.ts';

const context = { isSendingPaused: false, currency: 'AED' };

it.each(commandSettlers)(
  'uncertain order: one confirmed by %s reports that, and asks for an import as long as no label address is known',
  (settledBy) => {
    const settled = command({ state: 'done', settledBy });
    const stateWith = (missing: string[]) => orderState(settled, { missing, priceWithTax: null }, context);
    expect(stateWith(['unique_id', 'shipments'])).toEqual({
      state: 'created',
      message: message('order.confirmed-without-labels', { by: settledBy }),
    });
    expect(stateWith([])).toEqual({ state: 'created', message: message('order.confirmed', { by: settledBy }) });
  },
);
