import { expect, it } from 'vitest';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';

const token = 'right-token-0123456789';
const customCode = 'NL7K2M9P4R6T8V2X4B6D';
const opened = closedAfterEach();

async function sandbox(): Promise<{ station: StationInNode; service: PracticeService }> {
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const { baseUrl, labelUrl } = service;
  const station = await startStationInNode({
    settings: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl }],
      activeEnvironment: 'sandbox',
      bench: { deleteUndoSeconds: 1 },
    },
  });
  opened.keep(station);
  return { station, service };
}

const enter = (station: StationInNode, service: PracticeService, pasted: string | null, path = '') =>
  station.call('environment.save', {
    environment: { name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl + path, labelUrl: service.labelUrl },
    token: pasted,
  });

const scanToDelete = {
  reading: { asTyped: customCode, asUsKeyboard: customCode, by: 'scanner' },
  mode: 'delete',
} as const;

it('tokens: a deletion rejected for its token waits, and is sent when the right token is pasted', async () => {
  const { station, service } = await sandbox();
  await enter(station, service, 'wrong-token-0123456789');
  const { scanId } = await station.call('scan.submit', scanToDelete);
  await station.until('scan.answer', { scanId }, (answer) => answer.deletion?.state === 'blocked');
  expect((await station.call('station.read', null)).service.state).toBe('token rejected');
  expect((await station.call('station.read', null)).waiting).toBe(1);

  await enter(station, service, `  Bearer bearer ${token}\r\n`, '/scheduled-service/api/v1/');
  // The service does not know the code, which is an answer: nothing waits any more.
  await station.until('scan.answer', { scanId }, (answer) => answer.deletion?.state === 'rejected');
  expect((await station.call('station.read', null)).waiting).toBe(0);
});

it('tokens: a token is removed when its address changes, and must be entered again', async () => {
  const { station, service } = await sandbox();
  await enter(station, service, token);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual(['sandbox']);
  const elsewhere = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  await enter(station, elsewhere, null);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual([]);
  await enter(station, service, null);
  expect((await station.call('station.read', null)).vault.environmentsWithToken).toEqual([]);
});

it('environments: the kind is fixed, so that practice records are never shown in production', async () => {
  const { station, service } = await sandbox();
  const environment = { name: 'sandbox', kind: 'production', baseUrl: service.baseUrl } as const;
  await expect(station.call('environment.save', { environment, token: null })).rejects.toThrow(
    'environment.kind-fixed',
  );
});
