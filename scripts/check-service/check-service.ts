import { writeFile } from 'node:fs/promises';
import type { ServiceProfile } from '../../src/shared/settings/environment.ts';
import { readOptions, usage } from './check-options.ts';
import { collectEvents, type EventCollector } from './observed-events.ts';
import { type CheckRow, checkService } from './service-checks.ts';

/** Examines a sandbox, prints a table, and writes the profile. Exit code 0: examined; 1: not; 2: the command line is wrong. */
process.exitCode = await run(process.argv.slice(2), process.env);

async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const read = readOptions(argv, env);
  if (read.kind === 'help') {
    console.log(usage);
    return 0;
  }
  if (read.kind === 'problem') {
    console.error(`${read.problem}\n\n${usage}`);
    return 2;
  }
  const { options } = read;
  console.log(
    options.create
      ? 'Previews prices and books up to 4 orders with 5 parcels together; what can be deleted is deleted.'
      : 'Previews prices only. Nothing is booked.',
  );
  let events: (EventCollector & { port: number }) | null = null;
  try {
    if (options.webhook)
      events = await collectEvents(options.webhook.host, options.webhook.port, options.webhook.header);
    const result = await checkService(options, events, printRow);
    const profile: ServiceProfile = {
      checkedAt: new Date().toISOString(),
      baseUrl: options.baseUrl,
      utcOffset: result.utcOffset,
      behaviour: result.behaviour,
    };
    if (!result.isComplete) return 1;
    await writeFile(options.profile, `${JSON.stringify(profile, null, 2)}\n`);
    console.log(`\nProfile: ${options.profile}`);
    return 0;
  } catch (error) {
    console.error(`The service could not be examined: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await events?.close();
  }
}

function printRow({ check, outcome, booked }: CheckRow): void {
  console.log(`${check.padEnd(36)} ${outcome}${booked === '' ? '' : `  [booked: ${booked}]`}`);
}
