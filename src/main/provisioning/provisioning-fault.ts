import type { z } from 'zod';
import { validationIssues } from '../../shared/contract/validation-issues.ts';
import { mainText, messageSentence } from '../text/main-text.ts';

/** One thing wrong with the provisioning file: where, and what, in a text that never carries the value itself. */
export interface ProvisioningFault {
  /** `environments[0].baseUrl`; empty for the whole file. */
  readonly path: string;
  readonly text: string;
}

/** What the schema found, in the order of the file. */
export const schemaFaults = (error: z.ZodError): ProvisioningFault[] =>
  validationIssues(error).map(({ path, message }) => ({ path, text: messageSentence(message) }));

/** What is printed of a fault. */
export const faultText = ({ path, text }: ProvisioningFault): string =>
  path === '' ? text : mainText('provisioning.fault', { path, text });
