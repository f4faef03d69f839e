import type { z } from 'zod';
import { batchCallContracts } from './calls/batch-call-contracts.ts';
import type { CallContract } from './calls/call-contract.ts';
import { importCallContracts } from './calls/import-call-contracts.ts';
import { orderCallContracts } from './calls/order-call-contracts.ts';
import { outboxCallContracts } from './calls/outbox-call-contracts.ts';
import { parcelCallContracts } from './calls/parcel-call-contracts.ts';
import { peopleCallContracts } from './calls/people-call-contracts.ts';
import { practiceCallContracts } from './calls/practice-call-contracts.ts';
import { printCallContracts } from './calls/print-call-contracts.ts';
import { scanCallContracts } from './calls/scan-call-contracts.ts';
import { settingsCallContracts } from './calls/settings-call-contracts.ts';
import { siteCallContracts } from './calls/site-call-contracts.ts';
import { windowCallContracts } from './calls/window-call-contracts.ts';
import type { Result } from './failure.ts';

/** Every call the window may make: its scope, what it needs, input and output. Adding one is one entry in its table and one handler. */
export const stationCalls = {
  ...windowCallContracts,
  ...siteCallContracts,
  ...scanCallContracts,
  ...parcelCallContracts,
  ...printCallContracts,
  ...importCallContracts,
  ...outboxCallContracts,
  ...orderCallContracts,
  ...batchCallContracts,
  ...practiceCallContracts,
  ...peopleCallContracts,
  ...settingsCallContracts,
} as const satisfies Record<string, CallContract>;

export type StationCall = keyof typeof stationCalls;
type Schemas<C extends StationCall> = ReturnType<(typeof stationCalls)[C]['schemas']>;
export type CallInput<C extends StationCall> = z.input<Schemas<C>[0]>;
export type CallParsed<C extends StationCall> = z.output<Schemas<C>[0]>;
export type CallOutput<C extends StationCall> = z.output<Schemas<C>[1]>;

interface CallSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

const madeSchemas = new Map<StationCall, CallSchemas>();

/** What a call's input and output must be. */
export function callSchemas(name: StationCall): CallSchemas {
  let made = madeSchemas.get(name);
  if (!made) {
    const [input, output] = stationCalls[name].schemas();
    made = { input, output };
    madeSchemas.set(name, made);
  }
  return made;
}

/** One handler for each call. Its input was parsed by the contract; its output is checked afterwards. */
export type Handlers<C extends StationCall = StationCall> = {
  [Name in C]: (input: CallParsed<Name>) => Promise<Result<CallOutput<Name>>>;
};
