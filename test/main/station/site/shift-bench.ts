import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { recordsFileName } from '../../../../src/main/storage/records-file-name.ts';
import {
  type CallInput,
  type CallOutput,
  callSchemas,
  type StationCall,
} from '../../../../src/shared/contract/station-contract.ts';
import type { SiteView } from '../../../../src/shared/contract/station-view.ts';
import type { NetworkLine } from '../../../fakes/network-line.ts';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { freezeProcess, killWithProgram } from '../../../fakes/site-server.ts';
import type { BenchAnswer, BenchRequest, BenchStart } from '../../../programs/bench-process.ts';
import { programFile } from '../../../programs/program-file.ts';

const program = fileURLToPath(programFile('programs/bench-process.mjs'));

export interface ShiftBenchParts {
  readonly name: string;
  readonly printer: FakePrinter;
  /** Its way to the server. */
  readonly line: NetworkLine;
  /** What it is started with each time; the folder stays. */
  readonly start: BenchStart;
}

/** What the station refused, as it may. */
class Refused extends Error {}

/** Null where the station refuses what it may refuse: it changed since an operator looked. */
export const orRefused = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });

/** A bench of a shift: a station in a process of its own, with a printer, a line to the server and a folder that it keeps. */
export class ShiftBench {
  readonly name: string;
  readonly printer: FakePrinter;
  readonly line: NetworkLine;
  /** What its stations reported as bugs, all of its starts together. */
  readonly bugs: string[] = [];
  private readonly started: BenchStart;
  private child: ChildProcess | null = null;
  private isFrozen = false;
  private lastId = 0;
  private bugsNow: readonly string[] = [];
  private readonly waiting = new Map<number, (answer: BenchAnswer | null) => void>();

  constructor({ name, printer, line, start }: ShiftBenchParts) {
    this.name = name;
    this.printer = printer;
    this.line = line;
    this.started = start;
  }

  /** It answers calls. */
  get isRunning(): boolean {
    return this.child !== null && !this.isFrozen;
  }

  /** Suspends its process, as a computer that sleeps or hangs; false resumes it. */
  freeze(isFrozen: boolean): void {
    if (!this.child) throw new Error(`${this.name} does not run`);
    freezeProcess(this.child, isFrozen);
    this.isFrozen = isFrozen;
  }

  async start(): Promise<void> {
    const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    killWithProgram(child);
    const ready = this.answerTo(0);
    child.on('message', (answer: BenchAnswer) => {
      this.bugsNow = answer.bugs;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    child.once('exit', () => {
      for (const end of this.waiting.values()) end(null);
      this.waiting.clear();
    });
    child.send(this.started);
    await ready;
    this.child = child;
  }

  /** Ends it without notice (SIGKILL), and returns the signal that ended it. */
  async kill(): Promise<NodeJS.Signals | null> {
    const child = this.child;
    if (!child) return null;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    this.forget();
    return child.signalCode;
  }

  /** Ends it as its operator does. */
  async stop(): Promise<void> {
    if (!this.child) return;
    const exited = once(this.child, 'exit');
    await this.ask({ id: this.nextId(), name: 'stop' });
    await exited;
    this.forget();
  }

  /** Parses as the window does; rejects with what `orRefused` knows where the station refuses. */
  async call<C extends StationCall>(name: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const value = await this.ask({ id: this.nextId(), name, input: callSchemas(name).input.parse(input) });
    return callSchemas(name).output.parse(value) as CallOutput<C>;
  }

  async siteState(): Promise<SiteView['state'] | undefined> {
    return (await this.call('station.read', null)).site?.state;
  }

  get recordsFile(): string {
    return join(this.started.folder, 'records', recordsFileName('sandbox'));
  }

  rows<T extends object>(sql: string): T[] {
    return rowsIn<T>(this.recordsFile, sql);
  }

  private async ask(request: BenchRequest): Promise<unknown> {
    if (!this.child) throw new Error(`${this.name} does not run`);
    const answered = this.answerTo(request.id);
    this.child.send(request);
    const { result } = await answered;
    if (result.ok) return result.value;
    throw 'failure' in result
      ? new Refused(JSON.stringify(result.failure))
      : new Error(`${this.name}: ${result.error}`);
  }

  private answerTo(id: number): Promise<BenchAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (answer) => (answer ? resolve(answer) : reject(new Error(`${this.name} ended`))));
    });
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  private forget(): void {
    this.bugs.push(...this.bugsNow.map((bug) => `${this.name}: ${bug}`));
    this.bugsNow = [];
    this.child = null;
  }
}

/** Rows of records, read beside the station that has them. */
export function rowsIn<T extends object>(file: string, sql: string): T[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}
