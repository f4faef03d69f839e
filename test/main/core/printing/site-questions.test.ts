import { describe, expect, it } from 'vitest';
import { createSiteQuestions } from '../../../../src/main/core/printing/site-questions.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { PrintJob, PrintQuestion } from '../../../../src/shared/printing/print-job.ts';
import { printQuestionSchema } from '../../../../src/shared/printing/print-job.ts';
import { jobWith } from '../../../renderer/fixtures.ts';
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
          : { kind: 'ask', questions: [{ kind: 'copies-elsewhere', key, benches: ['bench-2'] }] },
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

describe('site questions: labels that wait for another bench', () => {
  const answers: PrintQuestion['answers'] = [];
  const waits = { kind: 'site' as const, message: message('print-question.site-waiting'), answers };

  /** So many labels are held; each may be sent once another bench has answered. */
  function waiting(labels: number) {
    const clock = manualClock(0);
    let held = Array.from({ length: labels }, (_, index) => index + 1);
    let changed = (): void => {};
    let refusals = 0;
    let ready = 0;
    const bugs: unknown[] = [];
    const questions = createSiteQuestions({
      holding: {
        may: async () => ({ kind: 'act' }),
        mayDeleteUnknown: () => expect.fail(),
        onChanged(listener) {
          changed = () => listener(null);
          return () => {};
        },
      },
      records: {
        printJobsAskedAtSite: async (limit) =>
          held.slice(0, limit).map((id) => ({ ...jobWith({ id, state: 'held', question: waits }), parcelId: id })),
        async movePrintJob(id) {
          if (held.length < labels && refusals > 0) {
            refusals -= 1;
            throw new Error('The disk is full');
          }
          held = held.filter((one) => one !== id);
          return null;
        },
      },
      ...{ clock, announce: () => {}, onBug: (bug: unknown) => void bugs.push(bug) },
      onReady() {
        ready += 1;
      },
    });
    return {
      ...{ clock, bugs, held: () => held.length, ready: () => ready, stop: () => questions.stop() },
      change: () => changed(),
      refuse(times: number) {
        refusals = times;
      },
    };
  }

  it('all print after one answer, also where hundreds wait and nothing else happens at the site', async () => {
    const labels = waiting(450);
    labels.change();
    await expect.poll(labels.held).toBe(0);
    expect(labels.ready()).toBeGreaterThan(0);
    await labels.stop();
  });

  it('print in spite of a disk that refuses a write: those before it at once, the others a second later', async () => {
    const labels = waiting(3);
    labels.refuse(1);
    labels.change();
    await expect.poll(() => labels.bugs.length).toBe(1);
    expect([labels.held(), labels.ready()]).toEqual([2, 1]);
    await expect.poll(() => labels.clock.goOn()).toBe(true);
    await expect.poll(labels.held).toBe(0);
    expect(labels.clock.now()).toBe(1_000);
    await labels.stop();
  });
});
