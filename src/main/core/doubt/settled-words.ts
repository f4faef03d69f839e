import type { CommandSettler } from '../../../shared/command.ts';

const known: Record<CommandSettler, string> = {
  webhook: 'A webhook names it: the order exists, though its own answer never came.',
  refusal: 'The service refused its codes the second time: the order exists, though its own answer never came.',
  person: 'Somebody looked: the order is there, though its own answer never came.',
  import: 'An imported order response tells of it; its own answer never came.',
};

/** The sentence about an order that was in doubt and exists. `missing`: fields nobody told. */
export function settledWords(settledBy: CommandSettler, missing: readonly string[]): string {
  const noLabels = missing.includes('shipments')
    ? ' Where its labels are was not told. Import the order response to print its labels.'
    : '';
  return `${known[settledBy]}${noLabels}`;
}
