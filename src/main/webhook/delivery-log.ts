import { isRefusal, type ListedDelivery, maxDeliveriesListed } from '../../shared/settings/webhook-view.ts';
import type { AnsweredRequest } from './webhook-listener.ts';

/** The last deliveries, newest first, in memory alone. */
export interface DeliveryLog {
  add(answered: AnsweredRequest, at: string): void;
  list(): ListedDelivery[];
}

/** Refusals for the same reason are one entry with a count, so that a flood of them cannot push out stored deliveries. */
export function createDeliveryLog(): DeliveryLog {
  let deliveries: ListedDelivery[] = [];
  let lastId = 0;
  return {
    add(answered, at) {
      lastId += 1;
      const similar = isRefusal(answered.answer)
        ? deliveries.find(
            ({ environment, answer }) => environment === answered.environment && answer === answered.answer,
          )
        : undefined;
      const delivery: ListedDelivery = { id: lastId, at, ...answered, count: (similar?.count ?? 0) + 1 };
      const others = similar ? deliveries.filter((entry) => entry !== similar) : deliveries;
      deliveries = [delivery, ...others.slice(0, maxDeliveriesListed - 1)];
    },
    list: () => deliveries,
  };
}
