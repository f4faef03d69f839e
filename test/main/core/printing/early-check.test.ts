import { afterEach, expect, it } from 'vitest';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { labelOf, type QueueScenario, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const connections = ({ received }: FakePrinter): number => received.length;
const lastConnection = ({ received }: FakePrinter): string => received.at(-1)?.toString('latin1') ?? '';
const questions = (bytes: string): number => bytes.match(/~HS/g)?.length ?? 0;

/** A printer that printed a label, and is idle. `pace`: of the queue's clock. */
async function idlePrinter(pace = 1): Promise<{ zebra: FakePrinter; scenario: QueueScenario }> {
  const zebra = await scenarios.fake();
  const printer = tcpPrinter('Zebra A', zebra, { default: true });
  const scenario = await scenarios.start({ printers: [printer], clock: acceleratedClock(pace) });
  await scenario.jobIn(await scenario.print(), 'printed');
  await zebra.waitFor(({ openConnections }) => openConnections === 0);
  return { zebra, scenario };
}

it('early check: the printer answers while the scan is being stored, and the label follows over that connection', async () => {
  const { zebra, scenario } = await idlePrinter();
  const before = connections(zebra);
  const end = scenario.queue.expectLabel();
  await zebra.waitFor(() => connections(zebra) === before + 1 && questions(lastConnection(zebra)) === 1);
  const job = await scenario.print(labelOf('EARLY-1'));
  end();
  await scenario.jobIn(job, 'printed');
  const [check, ...rest] = lastConnection(zebra).split('^FDEARLY-1');
  expect(connections(zebra)).toBe(before + 1);
  expect({ checks: questions(check ?? ''), labels: rest.length }).toEqual({ checks: 1, labels: 1 });
});

it('early check: without a label the printer is closed at once, for others', async () => {
  const { zebra, scenario } = await idlePrinter();
  const before = connections(zebra);
  scenario.queue.expectLabel()();
  await zebra.waitFor(({ openConnections }) => connections(zebra) > before && openConnections === 0);
  expect(connections(zebra)).toBe(before + 1);
});

it('early check: an answer that is too old is asked for again before the label', async () => {
  const { zebra, scenario } = await idlePrinter(1_000);
  const before = connections(zebra);
  scenario.queue.expectLabel();
  await zebra.waitFor(() => connections(zebra) === before + 1 && questions(lastConnection(zebra)) === 1);
  const job = await scenario.print(labelOf('EARLY-2'));
  await scenario.jobIn(job, 'printed');
  const carrying = zebra.received.findIndex((bytes) => bytes.includes('EARLY-2'));
  expect(carrying).toBeGreaterThan(before);
});

it('early check: paper that ran out holds the label, and nothing of it is sent', async () => {
  const { zebra, scenario } = await idlePrinter();
  zebra.setStatus({ paperOut: true });
  const end = scenario.queue.expectLabel();
  const job = await scenario.print(labelOf('EARLY-3'));
  end();
  expect(await scenario.jobIn(job, 'held')).toMatchObject({ reasons: ['paper out'] });
  expect(zebra.received.some((bytes) => bytes.includes('EARLY-3'))).toBe(false);
  zebra.setStatus({ paperOut: false });
  await scenario.jobIn(job, 'printed');
  expect(zebra.labels().filter((label) => label.includes('EARLY-3'))).toHaveLength(1);
});

it('early check: one that is under way is closed when the queue stops', async () => {
  const { zebra, scenario } = await idlePrinter();
  scenario.queue.expectLabel();
  await scenario.queue.stop(1_000);
  await zebra.waitFor(({ openConnections }) => openConnections === 0);
});
