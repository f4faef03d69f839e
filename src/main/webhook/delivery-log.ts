import { isRefusal, type ListedDelivery, mostDeliveriesListed } from '../../shared/webhook-delivery.ts';
import type { Answered } from './webhook-listener.ts';

/** The last deliveries, newest first, in memory alone. */
export interface DeliveryLog {
  add(answered: Answered, at: string): void;
  list(): ListedDelivery[];
}

/** Refusals alike are one line with a count, so that a flood of them cannot push out what was kept. */
export function deliveryLog(): DeliveryLog {
  let deliveries: ListedDelivery[] = [];
  let lastId = 0;
  return {
    add(answered, at) {
      lastId += 1;
      const alike = isRefusal(answered.answer)
        ? deliveries.find(
            ({ environment, answer }) => environment === answered.environment && answer === answered.answer,
          )
        : undefined;
      const delivery: ListedDelivery = { id: lastId, at, ...answered, count: (alike?.count ?? 0) + 1 };
      const others = alike ? deliveries.filter((entry) => entry !== alike) : deliveries;
      deliveries = [delivery, ...others.slice(0, mostDeliveriesListed - 1)];
    },
    list: () => deliveries,
  };
}
