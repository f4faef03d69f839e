import type { Result } from '../../../shared/contract/failure.ts';
import type { CallOutput, CallParsed, StationCall } from '../../../shared/contract/station-contract.ts';

/** One handler for each call. Its input was parsed by the contract; its output is checked afterwards. */
export type Handlers<C extends StationCall = StationCall> = {
  [Name in C]: (input: CallParsed<Name>) => Promise<Result<CallOutput<Name>>>;
};
