import type { AnsweredRequest } from '../../../fakes/service-with-labels.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { digestOf, type SharedDigest } from '../../storage/shared-digest.ts';
import { rowsIn, type ShiftBench } from './shift-bench.ts';
import { isDeletion, jobKey, type Ledger, labelsOf } from './shift-operators.ts';

/** A station of the site, the hub included. */
export type SiteStation = Pick<ShiftBench, 'name' | 'recordsFile'>;

/** The facts that a station has not read yet: how many of which other one. */
export function unread(stations: readonly SiteStation[]): string[] {
  const known = stations.map((station) => ({
    name: station.name,
    sent: numbersIn(station, 'SELECT bench, max(n) AS n FROM site_out GROUP BY bench'),
    read: numbersIn(station, 'SELECT bench, n FROM site_vector'),
  }));
  return known.flatMap(({ name, read }) =>
    known.flatMap((other) =>
      [...other.sent].flatMap(([by, n]) =>
        other.name !== name && read.get(by) !== n ? [`${name} has ${read.get(by)} of ${n} of ${by}`] : [],
      ),
    ),
  );
}

const numbersIn = ({ recordsFile }: SiteStation, sql: string): Map<string, number> =>
  new Map(rowsIn<{ bench: string; n: number }>(recordsFile, sql).map((row) => [row.bench, row.n]));

/** What a station that has ended shares with its site. */
export async function digestIn(file: string): Promise<SharedDigest> {
  const records = openInThread(file);
  try {
    return await digestOf(records, file);
  } finally {
    await records.close();
  }
}

/**
 * Labels on the paper of all printers and orders and requests to delete at the service, that no person asked for.
 * @param losses how often the engine lost data: each time it may have lost which bench deleted a code that no other one knew
 */
export function unaskedFor(
  benches: readonly ShiftBench[],
  ledger: Ledger,
  answered: readonly AnsweredRequest[],
  losses: number,
): string[] {
  const work = benches.map((bench) => ({ bench, ...workOf(bench) }));
  return ledger.codes.flatMap((code) => {
    const problems: string[] = [];
    const unasked: string[] = [];
    for (const { bench, jobs } of work) {
      const printed = jobs.filter((job) => job.code === code);
      const labels = labelsOf(bench, code);
      if (labels !== printed.length)
        problems.push(`${code}: ${labels} labels lie at ${bench.name}, which sent ${printed.length}`);
      const byItself = printed.filter(({ id }) => !isAskedFor(ledger, jobKey(bench, id)));
      unasked.push(...byItself.map(({ id }) => jobKey(bench, id)));
    }
    if (unasked.length > 1) problems.push(`${code} was printed unasked by the jobs ${unasked.join(', ')}`);

    const deletions = answered.filter(({ method, path }) => isDeletion([code], method, path)).length;
    const excused = work.flatMap(({ bench, deletions: sent }) =>
      sent.filter((one) => one.code === code && isExcused(ledger, jobKey(bench, one.id))),
    ).length;
    const withoutParcel = work.flatMap(({ bench, deletions: sent }) =>
      sent.some(({ id, code: of }) => of === code && isUnaskedWithoutParcel(ledger, jobKey(bench, id)))
        ? [bench.name]
        : [],
    );
    if (withoutParcel.length > 1 + losses)
      problems.push(`${code} was deleted unasked without its parcel at ${withoutParcel.join(', ')}`);
    if (deletions > excused + 1) problems.push(`${code}: ${deletions} requests to delete, ${excused} of them excused`);

    const orders = answered.filter(({ body, status }) => status < 300 && body.includes(code)).length;
    if (orders !== 1) problems.push(`${code} was ordered ${orders} times`);
    return problems;
  });
}

const isAskedFor = ({ answeredJobs, reprints }: Ledger, key: string): boolean =>
  answeredJobs.has(key) || reprints.has(key);

const isExcused = ({ confirmedCommands, unknownDeletions }: Ledger, key: string): boolean =>
  confirmedCommands.has(key) || unknownDeletions.has(key);

const isUnaskedWithoutParcel = ({ confirmedCommands, unknownDeletions }: Ledger, key: string): boolean =>
  unknownDeletions.has(key) && !confirmedCommands.has(key);

/** The jobs of a bench whose label is on paper, and its deletions that were sent. */
function workOf(bench: ShiftBench) {
  return {
    jobs: bench.rows<{ id: number; code: string }>(
      "SELECT id, code FROM print_jobs WHERE state IN ('sent', 'printed')",
    ),
    deletions: bench.rows<{ id: number; code: string }>(
      "SELECT id, custom_code AS code FROM commands WHERE kind = 'delete' AND attempts > 0",
    ),
  };
}
