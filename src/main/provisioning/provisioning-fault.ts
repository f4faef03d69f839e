import type { z } from 'zod';
import { validationIssues } from '../../shared/contract/validation-issues.ts';
import { mainText, messageSentence } from '../text/main-text.ts';

/** One fault of the provisioning file. Its text never contains the value. */
export interface ProvisioningFault {
  /** `environments[0].baseUrl`; empty for the whole file. */
  readonly path: string;
  readonly text: string;
}

/** The faults that the schema found, in the order of the file. */
export const schemaFaults = (error: z.ZodError): ProvisioningFault[] =>
  validationIssues(error).map(({ path, message }) => ({ path, text: messageSentence(message) }));

/** A fault as text for standard error. */
export const faultText = ({ path, text }: ProvisioningFault): string =>
  path === '' ? text : mainText('provisioning.fault', { path, text });
