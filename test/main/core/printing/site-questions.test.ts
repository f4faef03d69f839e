import { expect, it } from 'vitest';
import { createSiteQuestions } from '../../../../src/main/core/printing/site-questions.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import { printQuestionSchema } from '../../../../src/shared/printing/print-job.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { manualClock } from '../manual-clock.ts';

const folders = temporaryFolders();

it('site questions: thousands of copies elsewhere are one question that can be stored, and answered once', async () => {
  const ids = (count: number): string => Array.from({ length: count }, (_, index) => `bench-2~${index}.j1.1`).join(' ');
  let key = `copies-elsewhere ${ids(5_000)}`;
  const questions = createSiteQuestions({
    holding: {
      may: async (_parcelId, _purpose, confirmed) =>
        confirmed.has(key)
          ? { kind: 'act' }
          : { kind: 'ask', questions: [{ kind: 'copies-elsewhere', key }], benches: ['bench-2'] },
      mayDeleteUnknown: () => expect.fail(),
      onChanged: () => () => {},
    },
    records: await openTestRecords(folders),
    ...{
      clock: manualClock(0),
      announce: () => {},
      onReady: () => {},
      onBug: (bug: unknown) => expect.fail(String(bug)),
    },
  });
  const job = (confirmedAtSite: readonly string[]) =>
    ({ id: 1, parcelId: 1, evidence: { confirmedAtSite } }) as PrintJob;
  const asked = await questions.check(job([]));
  if (asked?.kind !== 'question') return expect.fail('It asks nothing');
  const { keys = [] } = printQuestionSchema.parse(asked.question);
  expect(keys).toHaveLength(1);
  expect(await questions.check(job(keys))).toBeNull();
  // One more copy is another question.
  key = `copies-elsewhere ${ids(5_001)}`;
  expect(await questions.check(job(keys))).toMatchObject({ kind: 'question' });
  await questions.stop();
});
