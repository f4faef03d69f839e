import { expect, it } from 'vitest';
import type { ImportReport } from '../../../src/shared/orders/import-state.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { envelope, orderObject } from '../core/imports/order-file-fixtures.ts';
import { hostileImports } from './hostile-imports.ts';

const opened = closedAfterEach();

interface Nested {
  code: string;
  params: { reason?: Nested; fault?: Nested };
}

/** The code of the first fault, else of the report. */
function codeOf(report: Pick<ImportReport, 'message' | 'faults'>): string {
  let said = (report.faults[0] ?? report.message) as unknown as Nested;
  for (let next: Nested | undefined = said; next; next = said.params.fault) said = next;
  return said.code;
}

it('hostile imports: each is rejected as a whole, and the next file is imported', async () => {
  const addresses = { baseUrl: 'https://service.example', labelUrl: 'https://labels.example' };
  const environments = [{ name: 'sandbox', kind: 'sandbox', ...addresses }];
  const station = await openStation(opened, { settings: { environments, activeEnvironment: 'sandbox' } });
  const outcomes: Record<string, string> = {};
  for (const [what, { name, bytes }] of Object.entries(hostileImports)) {
    const report = await station.call('import.file', { name, bytes: bytes() });
    expect(report, what).toMatchObject({ outcome: 'rejected', orders: { new: 0, completed: 0, known: 0 } });
    expect(JSON.stringify(report).length, what).toBeLessThan(20_000);
    outcomes[what] = codeOf(report);
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.entries(hostileImports).map(([what, { code }]) => [what, code])));
  expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(0);
  const bytes = new TextEncoder().encode(JSON.stringify(envelope(orderObject(1))));
  expect(await station.call('import.file', { name: 'a.json', bytes })).toMatchObject({ outcome: 'imported' });
}, 60_000);
