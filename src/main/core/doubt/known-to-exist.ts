import type { Command } from '../../../shared/command.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import { orderOfRequest } from '../order-facts.ts';
import type { Activity, Records } from '../ports/records.ts';

/**
 * Settles an uncertain create as an order that exists: its parcels are known from now on under their custom codes, with label and
 * pick-up code named missing.
 */
export async function settleAsExisting(
  records: Pick<Records, 'createRequest' | 'settleAsExisting'>,
  commandId: number,
  by: 'webhook' | 'person',
  activity: Activity,
): Promise<Result<Command>> {
  const request = await records.createRequest(commandId);
  if (!request) return failed(unreadable);
  const settlement = { by, from: ['uncertain'] } as const;
  const settled = await records.settleAsExisting(commandId, settlement, orderOfRequest(request), { activity });
  return settled ? success(settled) : failed(movedOn);
}

const movedOn: Failure = {
  code: 'not-allowed-now',
  message: 'It has moved on meanwhile; nothing was changed.',
  next: 'Look again.',
};

const unreadable: Failure = {
  code: 'storage',
  message: 'What was ordered cannot be read from the disk any more.',
  next: 'Tell whoever looks after this station.',
};
