import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { oldestVersion } from '../../../src/main/site/server-check.ts';
import { SecuredSite } from '../../fakes/secured-site.ts';

const composeFile = fileURLToPath(new URL('../../../resources/site/compose.yaml', import.meta.url));
const ofEleventy = createRequire(createRequire(import.meta.url).resolve('@11ty/eleventy'));
const { services } = ofEleventy('js-yaml').load(readFileSync(composeFile, 'utf8'));
const container = services.site;

const site = new SecuredSite();
const inside = (...path: string[]): string => join(site.folder, ...path);
afterAll(() => site.close());

it('container of a site’s server: the server is the oldest one that the hub accepts', () => {
  expect(container.image).toBe(`nats:${oldestVersion.join('.')}-alpine`);
});

it('container of a site’s server: it gets what the server reads and no secret of the site, and writes its data alone', () => {
  expect(container.volumes).toEqual(['./server:/site:ro', './server/data:/site/data']);
  expect(container).toMatchObject({ working_dir: '/site', read_only: true, command: ['-c', 'nats-server.conf'] });
  expect(existsSync(inside('server/data'))).toBe(true);
  for (const secret of ['ca-key.pem', 'keys']) {
    expect(existsSync(inside(secret)), secret).toBe(true);
    expect(existsSync(inside('server', secret)), secret).toBe(false);
  }
});

it('container of a site’s server: it runs as the owner of the files, never as root', () => {
  expect(container.user).toMatch(/^\$\{SITE_USER:\?[^}]+\}$/);
  const user = process.getuid?.() ?? 0;
  expect(statSync(inside('server/server-key.pem')).uid).toBe(user);
  if (user === 0) expect(existsSync(inside('.env'))).toBe(false);
  else expect(readFileSync(inside('.env'), 'utf8')).toBe(`SITE_USER=${user}:${process.getgid?.()}\n`);
  expect(container).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

it('container of a site’s server: it is healthy while the server’s monitoring port says so', () => {
  const port = /^http: 127\.0\.0\.1:(\d+)$/m.exec(readFileSync(inside('server/nats-server.conf'), 'utf8'))?.[1];
  expect(container.network_mode).toBe('host');
  expect(container.healthcheck.test.slice(-1)).toEqual([`http://127.0.0.1:${port}/healthz`]);
});
