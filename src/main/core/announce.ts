import type { Topic } from '../../shared/station-contract.ts';

/** Tells whoever shows something that it may have changed. */
export type Announce = (...topics: Topic[]) => void;
