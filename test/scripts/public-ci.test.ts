import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The text of each job by its key. */
const jobs = Object.fromEntries(
  (workflow.split('\njobs:\n')[1] ?? '').split(/^ {2}(?=[a-z]+:$)/m).flatMap((job) => {
    const [, key] = /^([a-z]+):$/m.exec(job) ?? [];
    return key ? [[key, job]] : [];
  }),
);
const commandsOf = (job: string): string[] =>
  [...(jobs[job] ?? '').matchAll(/run: (npm .*)/g)].map(([, command = '']) => command);

describe('public CI', () => {
  it('checks, tests, packages and tests the package by the commands of package.json', () => {
    expect(commandsOf('test')).toEqual(['npm ci', 'npm run check', 'npm test']);
    expect(commandsOf('package')).toEqual(['npm ci', 'npm run package', 'npm run test:package']);
    expect(commandsOf('long')).toEqual(['npm ci', 'npm run test:long', 'npm run soak']);
    for (const [, name = ''] of workflow.matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty([name]);
  });

  it('builds on Windows and macOS without stopping anything', () => {
    expect(jobs.elsewhere).toMatch(/windows-[\s\S]*macos-[\s\S]*continue-on-error: true/);
    for (const job of ['test', 'package', 'release']) expect(jobs[job]).not.toContain('continue-on-error');
  });

  it('drafts a release only from a tag, after the tests and with the package of the same run', () => {
    expect(jobs.release).toMatch(/if: startsWith\(github\.ref, 'refs\/tags\/v'\)[\s\S]*needs: \[test, package\]/);
    expect(jobs.release).toContain('gh run download "$GITHUB_RUN_ID"');
  });

  it('names each action by its commit, may write nothing but a release, and keeps no credentials', () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    expect(actions.length).toBeGreaterThan(8);
    for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/);
    expect(workflow.match(/contents: write/g)).toHaveLength(1);
    const checkouts = workflow.split('actions/checkout@').slice(1, -1);
    for (const step of checkouts) expect(step.slice(0, 160)).toContain('persist-credentials: false');
  });
});
