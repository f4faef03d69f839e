import type { Page } from 'playwright';
import type { FakePrinter } from '../fakes/printer.ts';
import { createParcels, type ParcelCodes } from './page-actions.ts';

/** A printer of the provisioning file that is this fake. */
export const asPrinter = (name: string, { host, port }: FakePrinter, isDefault = false) => ({
  name,
  connection: { kind: 'tcp', host, port },
  default: isDefault,
});

/** The number of labels with that code that were printed. */
export const copiesOf = (printer: FakePrinter, { customCode }: ParcelCodes): number =>
  printer.labels().filter((label) => label.includes(customCode)).length;

/** Connections over which the label with that code, or a part of it, was sent. */
export const sendingsOf = (printer: FakePrinter, { customCode }: ParcelCodes): number =>
  printer.received.filter((bytes) => bytes.includes(customCode)).length;

/** Creates one parcel. */
export const createParcel = async (page: Page): Promise<ParcelCodes> => {
  const [codes] = await createParcels(page, 1);
  if (!codes) throw new Error('No parcel');
  return codes;
};
