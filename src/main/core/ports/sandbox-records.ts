import type { SandboxSelection, SandboxTouch } from '../../../shared/sandbox.ts';

/** What the records know of shipments that a sandbox scenario would move. */
export interface SandboxRecords {
  /** The shipments a selection names, counted, and how many of them are at an end. */
  shipmentsTouched(selection: SandboxSelection): Promise<SandboxTouch>;
}
