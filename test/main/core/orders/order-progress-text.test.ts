import { expect, it } from 'vitest';
import { settledWords } from '../../../../src/main/core/orders/order-progress-text.ts';
import { commandSettlers } from '../../../../src/shared/orders/command.ts';

it.each(commandSettlers)(
  'an order that %s settled says so, and where its labels come from as long as nobody told',
  (settler) => {
    const words = settledWords(settler, ['unique_id', 'shipments']);
    expect(words).toContain('answer never came');
    expect(words).toContain('Import the order response to print its labels.');
    expect(settledWords(settler, [])).not.toContain('label');
  },
);
