import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type PrepareLabelParts, prepareZpl } from '../../../../src/main/core/printing/prepare-label.ts';
import { inspectionToStore, inspectionVersion } from '../../../../src/main/zpl/guard.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import { labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const parts: PrepareLabelParts = {
  environment: 'production',
  pictures: { zplOfPdf: () => Promise.reject(new Error('No PDF here')) },
  printing: () => ({ suspiciousCommands: 'take out' }),
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('label inspection: what was read in a label when it was stored', () => {
  it('decides about the very bytes that were inspected, by the same rules, and about no others', async () => {
    const zebra = await scenarios.fake();
    const printer = tcpPrinter('Zebra A', zebra);
    const scenario = await scenarios.start({ printers: [printer] });
    const stored = await scenario.print();
    const bytes = new TextEncoder().encode(`^XA^MMT^JZN${labelOf('SAME').slice(3)}`);
    const job: PrintJob = { ...stored, labelSha256: sha256(bytes) };
    const now = prepareZpl(parts, { job, bytes, inspection: null, offersPdf: false }, printer);
    const inspection = inspectionToStore(bytes);
    expect(prepareZpl(parts, { job, bytes, inspection, offersPdf: false }, printer)).toEqual(now);
    expect(now.kind === 'ready' && now.removedCommands.length).toBe(4);

    const dangerous = new TextEncoder().encode(labelOf('BAD').replace('^XZ', '~JR^XZ'));
    const other = { job, bytes: dangerous, inspection, offersPdf: false };
    expect(prepareZpl(parts, other, printer)).toMatchObject({ kind: 'failed', failure: { code: 'label-refused' } });
    const older = inspection && { ...inspection, version: inspectionVersion - 1 };
    const outdated = { ...other, job: { ...job, labelSha256: sha256(dangerous) }, inspection: older };
    expect(prepareZpl(parts, outdated, printer)).toMatchObject({ kind: 'failed' });
  });

  it('has a new version with every change of the rules: raise `inspectionVersion`, then state both here', () => {
    const rules = [
      ...['guard', 'tokens', 'command-lists', 'judge-command', 'label-bytes', 'other-languages', 'parameters'],
      ...['text-encoding', 'label-facts', 'used-area'],
    ];
    const digest = createHash('sha256');
    for (const rule of rules) digest.update(readFileSync(`src/main/zpl/${rule}.ts`, 'utf8').replaceAll(/\s+/g, ' '));
    expect({ version: inspectionVersion, rules: digest.digest('hex').slice(0, 16) }).toEqual({
      version: 4,
      rules: '82333661ef689832',
    });
  });
});
