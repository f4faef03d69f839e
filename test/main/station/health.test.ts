import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { HealthView } from '../../../src/shared/contract/health-view.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, sandboxAt } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();

const lines = ({ checks }: HealthView): string[] =>
  checks.map(({ number, state, message }) => `${number} ${state} ${message.code}`);
const read = (station: StationInNode): Promise<HealthView> => station.call('health.read', null);

describe('health of the station', () => {
  it('is known at once in practice, without a request', async () => {
    const station = await openStation(opened);
    await station.call('health.check', null);
    const view = await read(station);
    expect(view).toMatchObject({ isChecking: false, checkedAt: null });
    expect(lines(view)).toEqual([
      '1 ok health.practice',
      '2 not used health.practice',
      '3 not used health.practice',
      '4 ok health.printer-ready',
      '5 not checked health.scanner-not-tested',
      '6 not used health.practice',
      expect.stringMatching(/^7 /),
      '8 ok health.records-answer',
      '9 attention health.no-backup',
      '10 not used health.webhooks-off',
      '11 not used health.practice',
      '12 not used health.not-installed',
    ]);
  });

  it('asks a real service with the saved token, buys nothing, and says that it is asking', async () => {
    const token = 'right-token-0123456789';
    const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
    const station = await openStation(opened, { provisioning: sandboxAt(service.baseUrl, token) });
    expect(lines(await read(station))).toContain('1 not checked health.not-checked');
    const asking = station.until('health.read', null, ({ isChecking }) => isChecking);
    const checked = station.call('health.check', null);
    await asking;
    await checked;
    const view = await station.until(
      'health.read',
      null,
      ({ checkedAt, isChecking }) => checkedAt !== null && !isChecking,
    );
    expect(lines(view).slice(0, 6)).toEqual([
      '1 ok connection-test.address-answers',
      '2 attention health.token-not-kept',
      '3 ok connection-test.label-host-answers',
      '4 not used health.printer-without-paper',
      '5 not checked health.scanner-not-tested',
      '6 ok health.clock-right',
    ]);
    expect(lines(view)).toContain('11 not used connection-test.certificate-not-used');
    expect((await station.call('shipments.page', { ...{ find: '', offset: 0, limit: 1 } })).total).toBe(0);
  });

  it('names what a service that is gone leaves unchecked', async () => {
    const station = await openStation(opened, { provisioning: sandboxAt('http://127.0.0.1:9') });
    await station.call('health.check', null);
    const checks = lines(await read(station));
    expect(checks[0]).toMatch(/^1 failed service\./);
    expect(checks[1]).toMatch(/^2 (attention|not checked) /);
    expect(checks[2]).toMatch(/^3 failed service\./);
  });
});
