import { execFileSync, spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { withVariables } from '../../../src/main/app/secret-variables.ts';

const source = new URL('../../../src/main/app/secret-variables.ts', import.meta.url).href;
const token = 'very-secret/token="1234567890"';

interface Taken {
  pid: number;
  code: number | null;
  report: { pid: number; values: [string, string][]; exposed: string[]; variables: string; starts: number };
}

/** Takes the variables in a process of its own, whose children may be out of its reach. */
async function takeInProcess(isErased: boolean, switches: string[] = []): Promise<Taken> {
  const program = `
    const { takeVariables } = await import(${JSON.stringify(source)});
    const { readFileSync } = await import('node:fs');
    process.stdout.write('started ');
    const { values, exposed } = takeVariables(['BENCH_TOKEN', 'NOT_SET'], { eraseInChildren: () => ${isErased} });
    const environ = process.platform === 'linux' ? readFileSync('/proc/self/environ', 'utf8') : '';
    const variables = environ + JSON.stringify(process.env);
    process.stdout.write(JSON.stringify({ pid: process.pid, values: [...values], exposed, variables }));
    process.exitCode = 7;`;
  const child = spawn(process.execPath, [...switches, '--import', 'tsx', '--input-type=module', '--eval', program], {
    env: { ...process.env, BENCH_TOKEN: token, BENCH_OTHER: 'stays' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const starts = output.split('started ').length - 1;
  return { pid: child.pid ?? 0, code, report: { ...JSON.parse(output.slice(output.indexOf('{'))), starts } };
}

const isLinux = process.platform === 'linux';

it('secret variables: are taken out of the environment, and everything else stays', async () => {
  const { pid, code, report } = await takeInProcess(true);
  expect([report.pid, code, report.starts]).toEqual([pid, 7, 1]);
  expect(report.values).toEqual([['BENCH_TOKEN', token]]);
  expect(report.exposed).toEqual([]);
  expect(report.variables).not.toContain('very-secret');
  expect(report.variables).toContain('stays');
});

it('secret variables: a process whose children keep them starts anew without them, once, as the same process', async () => {
  const { pid, code, report } = await takeInProcess(false);
  expect([report.pid, code, report.starts]).toEqual([pid, 7, isLinux ? 2 : 1]);
  expect(report.values).toEqual([['BENCH_TOKEN', token]]);
  expect(report.exposed).toEqual([]);
  expect(report.variables).not.toMatch(/very-secret|PACKBENCH_PASSED_VARIABLES":/);
  expect(report.variables).toContain('stays');
});

it('secret variables: a debugged process does not start anew, and reports that they can be read', async () => {
  const { report } = await takeInProcess(false, ['--inspect=127.0.0.1:0']);
  expect(report.starts).toBe(1);
  expect(report.values).toEqual([['BENCH_TOKEN', token]]);
  expect(report.exposed).toEqual(isLinux ? ['BENCH_TOKEN'] : []);
});

it('secret variables: a new start of the application finds them, and no program that is started later', () => {
  const startProgram = (): string =>
    execFileSync(process.execPath, ['--print', 'process.env.BENCH_TOKEN'], { encoding: 'utf8' }).trim();
  const started: string[] = [];
  withVariables({ values: new Map([['BENCH_TOKEN', token]]) }, () => started.push(startProgram()));
  expect([...started, startProgram()]).toEqual([token, 'undefined']);
});
