import type { Result } from '../../../shared/contract/failure.ts';
import type { CallOutput, CallParsed, StationCall } from '../../../shared/contract/station-contract.ts';

/** One handler a call; the input has been parsed, the output will be. */
export type Handlers<C extends StationCall = StationCall> = {
  [Name in C]: (input: CallParsed<Name>) => Promise<Result<CallOutput<Name>>>;
};
