import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readProvisioning } from '../../../src/main/provisioning/read-provisioning.ts';
import { cleanToken } from '../../../src/main/service/service-token.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { hostileFiles } from './hostile-files.ts';

const settings = settingsSchema.parse({});

describe('hostile provisioning files', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'packbench-hostile-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (content: string | Uint8Array) => {
    const file = join(folder, 'bench.json');
    writeFileSync(file, content, { mode: 0o600 });
    const before = JSON.stringify(settings);
    const result = readProvisioning(file, settings, { cleanToken, consumeVariable: () => undefined });
    expect(readFileSync(file).equals(Buffer.from(content as string))).toBe(true);
    expect(JSON.stringify(settings)).toBe(before);
    return result;
  };

  it.each(hostileFiles)('$name', ({ content, faultAt }) => {
    const result = read(content);
    const [fault] = result.ok ? [] : result.faults;
    expect(fault?.path ?? null).toBe(faultAt);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    // A fault never quotes the file, which may hold a token.
    expect((fault?.text ?? '').length).toBeLessThan(400);
    expect(read('{ "station": { "name": "Bench 7" } }')).toMatchObject({ ok: true });
  });
});
