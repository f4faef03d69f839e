import { describe, expect, it } from 'vitest';
import { type HealthFacts, healthChecks, observeService } from '../../../src/main/core/health.ts';
import type { DeliveryService, ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import type { SiteView } from '../../../src/shared/contract/station-view.ts';
import { englishMessages } from '../../../src/shared/messages/en/messages.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { healthMessages } from '../../../src/shared/messages/station-messages.ts';
import type { PrinterState } from '../../../src/shared/printing/printer.ts';
import type { ConnectionCheck } from '../../../src/shared/settings/connection-test.ts';
import { answered, rejected, unanswered } from './service-answers.ts';

const silent = unanswered(false);

/** An observed service that answers as requested; `reported` holds what its observer received. */
function watched() {
  const time = { now: Date.UTC(2026, 2, 14, 8) };
  const reported: string[] = [];
  let next: ServiceAnswer<null> = answered;
  const inner = { deleteByCustomCode: async () => next } as unknown as DeliveryService;
  const observed = observeService(inner, {
    clock: { now: () => time.now, after: () => () => {} },
    announce: () => reported.push('changed'),
    publish: ({ type }) => reported.push(type),
  });
  return {
    time,
    reported,
    health: observed.health,
    async receive(answer: ServiceAnswer<null>): Promise<string[]> {
      reported.length = 0;
      next = answer;
      time.now += 60_000;
      await observed.service.deleteByCustomCode('');
      return [...reported];
    },
  };
}

describe('service health', () => {
  it('gives the time since when there is no answer, and reports only changes', async () => {
    const { receive, health } = watched();
    expect(health()).toEqual({ state: 'not asked yet', since: null });
    expect(await receive(silent)).toEqual(['changed']);
    const { since } = health();
    expect(since).toBe('2026-03-14T08:01:00.000Z');
    expect(await receive(silent)).toEqual([]);
    expect(health()).toMatchObject({ state: 'no answer', since });
  });

  it('reports that the service is back, so that waiting commands can be sent', async () => {
    const { receive } = watched();
    await receive(silent);
    expect(await receive(rejected(404))).toEqual(['changed', 'service recovered']);
  });

  it('is failing after 5xx, 408 and a redirect, and has its token rejected after 401', async () => {
    const { receive, health } = watched();
    for (const status of [500, 503, 408, 302]) {
      await receive(rejected(status));
      expect(health().state).toBe('failing');
    }
    await receive(rejected(401));
    expect(health().state).toBe('token rejected');
    // A single 403 refuses one request; after another refusal, it refuses the token.
    await receive(rejected(403));
    expect(health().state).toBe('token rejected');
    await receive(answered);
    await receive(rejected(403));
    expect(health().state).toBe('online');
  });

  it('names a rejected certificate, and every other problem with its message', async () => {
    const { receive, health } = watched();
    const at = { peer: 'service', host: 'service.example' };
    const certificate = message('service.certificate-authority-unknown', at);
    await receive({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls', message: certificate } });
    expect(health()).toMatchObject({ state: 'certificate rejected', problem: certificate });
    // A failed handshake may pass by itself.
    const handshake = message('service.tls-timeout', at);
    await receive({ kind: 'unanswered', requestLeft: false, failure: { code: 'tls', message: handshake } });
    expect(health()).toMatchObject({ state: 'no answer', problem: handshake });
    expect(await receive(answered)).toContain('service recovered');
    expect(health().problem).toBeUndefined();
  });

  it('reports once that the token is accepted, and again after it was rejected', async () => {
    const { receive } = watched();
    expect(await receive(answered)).toContain('token accepted');
    expect(await receive(answered)).not.toContain('token accepted');
    await receive(rejected(401));
    expect(await receive(rejected(404))).not.toContain('token accepted');
    expect(await receive(answered)).toContain('token accepted');
  });
});

const now = Date.UTC(2026, 10, 23, 12);
const printer: PrinterState = {
  ...{ name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, isDefault: true, sending: false },
  ...{ reasons: [], warnings: [], since: null, answers: true, message: null, labelsInPrinter: null, standIn: null },
};
const line = (
  check: ConnectionCheck['check'],
  code: 'connection-test.certificate-valid' | 'connection-test.certificate-not-used' | 'connection-test.token-accepted',
  outcome: ConnectionCheck['outcome'] = 'passed',
): ConnectionCheck => ({ check, outcome, message: message(code) });
const connection = {
  checks: [
    line('address', 'connection-test.certificate-valid'),
    line('certificate', 'connection-test.certificate-valid'),
    line('token', 'connection-test.token-accepted'),
    line('label host', 'connection-test.certificate-valid'),
  ],
  clockAheadMs: 900,
  certificateEndsAt: '2027-06-01T00:00:00.000Z',
};
const allWell: HealthFacts = {
  ...{ now, isPractice: false, service: { state: 'online', since: null }, connection, printers: [printer] },
  token: { isKnown: true, isRejected: false, isProtected: true },
  ...{
    keyboardScanner: { problems: [] },
    serialScanners: [],
    hidScanners: [],
    disk: { freeBytes: 50e9 },
    records: { rowsLeftOut: 0 },
  },
  ...{ lastBackupAt: now - 3_600_000, webhooks: { kind: 'listening' }, lastEventAt: '2026-11-23T11:00:00.000Z' },
  ...{ version: '1.0.0', isUpdateWaiting: false, crashes: [{ process: 'page', at: now - 25 * 3_600_000 }] },
  site: { state: 'connected', since: '2026-11-23T11:00:00.000Z', unsent: 0 },
};
const siteIn = (state: SiteView['state'], blockedBy?: SiteView['blockedBy']): SiteView => ({
  ...{ state, since: '2026-11-23T11:00:00.000Z', unsent: 31, ...(blockedBy && { blockedBy }) },
});
const failure: Failure = { code: 'storage', message: message('storage.disk-full', { detail: '' }) };

describe('health checks', () => {
  it('have fixed numbers, which a voice on the phone can name', () => {
    expect(healthChecks(allWell).map(({ check, number, state }) => `${number} ${check} ${state}`)).toEqual([
      ...['1 service ok', '2 token ok', '3 label-host ok', '4 printer ok', '5 scanner ok', '6 clock ok', '7 disk ok'],
      ...['8 records ok', '9 backups ok', '10 webhooks ok', '11 certificate ok', '12 update ok'],
      ...['13 crashes ok', '14 site ok'],
    ]);
  });

  it('of several printers and scanners are counted in the order of the settings', () => {
    const checks = healthChecks({
      ...allWell,
      printers: [printer, { ...printer, name: 'Zebra B', reasons: ['unreachable'] }],
      serialScanners: [{ name: 'Scanner 1', state: 'not connected', retryAt: null }],
      hidScanners: [{ name: 'Scanner 2', profile: null }],
    });
    const several = checks.filter(({ check }) => check === 'printer' || check === 'scanner');
    expect(several.map(({ number, subject, state }) => `${number} ${subject} ${state}`)).toEqual([
      ...['4.1 Zebra A ok', '4.2 Zebra B failed', '5.1 null ok', '5.2 Scanner 1 failed', '5.3 Scanner 2 not checked'],
    ]);
    expect(checks.find(({ number }) => number === '6')?.check).toBe('clock');
  });

  it('of a practice station use no service', () => {
    const states = healthChecks({ ...allWell, isPractice: true, connection: null }).map(({ state }) => state);
    expect(states.slice(0, 3)).toEqual(['ok', 'not used', 'not used']);
    expect(states.slice(5, 6)).toEqual(['not used']);
  });

  const days = (count: number): number => now - count * 24 * 3_600_000;
  it.each<[string, Partial<HealthFacts>, string]>([
    ['a silent service', { service: { state: 'no answer', since: null } }, '1 failed health.service-silent'],
    ['nothing tested yet', { connection: null, service: { state: 'not asked yet', since: null } }, '1 not checked'],
    ['no token', { token: { ...allWell.token, isKnown: false } }, '2 failed service.token-missing'],
    ['a rejected token', { token: { ...allWell.token, isRejected: true } }, '2 failed health.token-rejected'],
    ['no keyring', { token: { ...allWell.token, isProtected: false } }, '2 attention health.token-not-kept'],
    ['no printer', { printers: [] }, '4 failed health.no-printer'],
    ['paper out', { printers: [{ ...printer, reasons: ['paper out'] }] }, '4 failed health.printer-held'],
    ['a printer on hold', { printers: [{ ...printer, reasons: ['on hold'] }] }, '4 attention health.printer-held'],
    ['worn parts', { printers: [{ ...printer, warnings: ['replace the head'] }] }, '4 attention health.printer-ready'],
    ['no scanner test', { keyboardScanner: null }, '5 not checked health.scanner-not-tested'],
    ['a scanner problem', { keyboardScanner: { problems: ['no end key'] } }, '5 attention health.scanner-problems'],
    ['a clock 2 minutes off', { connection: { ...connection, clockAheadMs: -120_000 } }, '6 attention'],
    [
      'a clock an hour off',
      { connection: { ...connection, clockAheadMs: 3_600_000 } },
      '6 failed health.clock-differs',
    ],
    ['a disk nearly full', { disk: { freeBytes: 1e9 } }, '7 attention health.disk-low'],
    ['a full disk', { disk: { freeBytes: 1e6 } }, '7 failed health.disk-low'],
    ['a folder that cannot be written', { disk: failure }, '7 failed storage.disk-full'],
    ['a damaged database', { records: failure }, '8 failed storage.disk-full'],
    ['rows left out', { records: { rowsLeftOut: 2 } }, '8 attention health.rows-left-out'],
    ['no backup', { lastBackupAt: null }, '9 attention health.no-backup'],
    ['a backup of last week', { lastBackupAt: days(3) }, '9 attention health.backup-old'],
    ['a backup of the future', { lastBackupAt: days(-3) }, '9 attention health.backup-old'],
    ['a backup of last month', { lastBackupAt: days(30) }, '9 failed health.backup-old'],
    ['webhooks off', { webhooks: { kind: 'off' } }, '10 not used health.webhooks-off'],
    ['a port in use', { webhooks: { kind: 'failed', failure } }, '10 failed storage.disk-full'],
    ['no event', { lastEventAt: null }, '10 attention health.no-event'],
    [
      'a certificate that ends in a week',
      { connection: { ...connection, certificateEndsAt: '2026-11-30T00:00:00.000Z' } },
      '11 attention health.certificate-ends',
    ],
    ['an update', { isUpdateWaiting: true }, '12 attention health.update-waiting'],
    ['a crash', { crashes: [{ process: 'pictures', at: now - 1000 }] }, '13 attention health.processes-crashed'],
    ['a site out of reach', { site: siteIn('offline') }, '14 failed health.site-offline'],
    ['a full server', { site: siteIn('blocked', 'full') }, '14 failed health.site-full'],
    ['a refused key', { site: siteIn('blocked', 'forbidden') }, '14 failed health.site-forbidden'],
    ['a silent server', { site: siteIn('blocked', 'no-answer') }, '14 failed health.site-not-storing'],
    ['a copied folder', { site: siteIn('copied') }, '14 failed health.site-copied'],
    ['no site', { site: null }, '14 not used health.no-site'],
    ['a program that no package installed', { isUpdateWaiting: null }, '12 not used health.not-installed'],
  ])('show %s, and nothing else', (_, facts, expected) => {
    const wrong = healthChecks({ ...allWell, ...facts }).filter(({ state }) => state !== 'ok');
    const shown = wrong.map(({ number, state, message: found }) => `${number} ${state} ${found.code}`);
    expect(shown.filter((one) => one.startsWith(expected))).toHaveLength(1);
    if (facts.connection !== null) expect(shown).toHaveLength(1);
  });

  it('that need a person say what to do', () => {
    const codes = Object.keys(healthMessages);
    const quiet = /ok|answers?$|accepted|ready|tested$|right|free|made|off$|received|until|current|practice|connected$/;
    const silent = codes.filter((code) => !(`${code}.next` in englishMessages) && !quiet.test(code));
    expect(silent).toEqual([
      ...['health.printer-without-paper', 'health.clock-unknown', 'health.not-installed', 'health.no-site'],
    ]);
  });
});
