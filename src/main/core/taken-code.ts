import type { Records } from './ports/records.ts';

/** Why a custom code cannot be given to another parcel, as a clause; null where it is free as far as this station knows. */
export async function whyCodeTaken(
  records: Pick<Records, 'findByCode' | 'isOrdered'>,
  code: string,
): Promise<string | null> {
  const match = await records.findByCode(code);
  if (match?.by === 'custom code') return 'A parcel known here has this code';
  return (await records.isOrdered(code)) ? 'An order without an answer has this code' : null;
}
