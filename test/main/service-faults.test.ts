import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultKeywordOfCode } from '../../src/main/practice/fault-keywords.ts';
import { makeCustomCode } from '../../src/shared/orders/custom-code.ts';
import { type StationInNode, startStationInNode } from '../helpers/station-in-node.ts';
import { inThisRun } from '../helpers/test-length.ts';

let station: StationInNode;

beforeAll(async () => {
  station = await startStationInNode({ settings: { bench: { deleteUndoSeconds: 1 } } });
});

afterAll(async () => {
  await station.close();
  expect(station.bugs).toEqual([]);
});

const orderFor = (receiver: string, codes: string[]) => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: receiver },
      parcels: codes.map((custom_code) => ({ unit: 'g' as const, values: 900, custom_code })),
    },
  ] as [never],
});

const settled = ['created', 'uncertain', 'rejected', 'waiting'];

async function create(receiver: string, codes = [makeCustomCode(randomBytes)]) {
  const begun = await station.call('order.create', {
    request: orderFor(receiver, codes),
    evenIfDuplicate: true,
  } as never);
  const input = { commandId: begun.command.id };
  return station.until('order.progress', input, ({ state }) => settled.includes(state));
}

describe('order with a faulty service', () => {
  it.each(
    inThisRun(['lost-before', 'lost-after', '502-after', 'error-500', 'error-503', 'error-408', 'redirect-away']),
  )('that meets "%s" is uncertain, and is sent once only', async (faultKeyword) => {
    const progress = await create(`Aya create-${faultKeyword}`);
    expect(progress.state).toBe('uncertain');
    expect(progress.command.attempts).toBe(1);
    expect(progress.message.code).toBe('order.uncertain');
  });

  it.each([
    ['to-sign-in', 'service.redirected-to-sign-in'],
    ['to-form', 'service.redirected-to-form'],
  ])('that meets "%s" is uncertain, and its message says where the service leads', async (faultKeyword, code) => {
    const progress = await create(`Aya create-${faultKeyword}`);
    expect(progress.state).toBe('uncertain');
    expect(progress.message.params).toMatchObject({ reason: { code } });
  });

  it.each(inThisRun(['not-json', 'cut-off', 'empty-answer', 'html-page', 'not-success', 'other-status']))(
    'whose answer is changed by "%s" is uncertain: it may exist',
    async (faultKeyword) => {
      expect((await create(`Aya create-${faultKeyword}`)).state).toBe('uncertain');
    },
  );

  it.each(['error-400', 'error-403', 'error-404', 'error-409', 'error-422'])(
    'that meets "%s" is refused, and the service’s text is kept',
    async (faultKeyword) => {
      const progress = await create(`Aya create-${faultKeyword}`);
      expect(progress.state).toBe('rejected');
      expect(progress.command.failure?.serviceText).toBeTruthy();
    },
  );

  it('that the service asks to wait is sent once, automatically, when the time is over', async () => {
    const codes = [makeCustomCode(randomBytes)];
    const begun = await station.call('order.create', {
      request: orderFor('Aya create-once-error-429', codes),
      evenIfDuplicate: true,
    } as never);
    const done = await station.until(
      'order.progress',
      { commandId: begun.command.id },
      ({ state }) => state === 'created',
    );
    expect(done.command.attempts).toBe(2);
    expect(done.parcels.map((parcel) => parcel.customCode)).toEqual(codes);
  });

  it('answered with half the fields is created, finds its parcels by their codes, and reports what is missing', async () => {
    const codes = [makeCustomCode(randomBytes), makeCustomCode(randomBytes)];
    const progress = await create('Aya create-missing-fields', codes);
    expect(progress.state).toBe('created');
    expect(progress.parcels.map((parcel) => parcel.customCode)).toEqual(expect.arrayContaining(codes));
    expect(progress.message.code).toBe('order.created-incomplete');
  });

  it('answered in another order gives each parcel its own label', async () => {
    const codes = [makeCustomCode(randomBytes), makeCustomCode(randomBytes), makeCustomCode(randomBytes)];
    const begun = await station.call('order.create', {
      request: orderFor('Aya create-reordered-parcels', codes),
      evenIfDuplicate: true,
    } as never);
    const { parcels } = await station.until(
      'order.progress',
      { commandId: begun.command.id },
      (progress) =>
        progress.parcels.length === 3 && progress.parcels.every((parcel) => parcel.label?.state === 'stored'),
    );
    for (const parcel of parcels) {
      await station.call('parcel.print', { parcelId: parcel.id, reprintReason: null });
    }
    const jobs = await station.until('print-jobs.list', null, (list) =>
      parcels.every((parcel) => list.some((job) => job.parcelId === parcel.id && job.state === 'sent')),
    );
    for (const parcel of parcels) {
      const job = jobs.find((candidate) => candidate.parcelId === parcel.id);
      expect(job?.code).toBe(parcel.customCode);
      expect(job?.labelSha256).toBe(parcel.label?.sha256);
    }
    expect(new Set(jobs.map((job) => job.labelSha256)).size).toBeGreaterThanOrEqual(3);
  });

  it('with a code that is known here is refused before anything leaves', async () => {
    const codes = [makeCustomCode(randomBytes)];
    await create('Aya Noor', codes);
    await expect(create('Aya Noor', codes)).rejects.toThrow('order.code-in-use');
  });
});

describe('deletion with a faulty service', () => {
  const deleteByScan = async (code: string) => {
    const reading = { asTyped: code, asUsKeyboard: code, by: 'scanner' as const };
    return station.call('scan.submit', { reading, mode: 'delete' });
  };

  it.each(inThisRun(['503', '500', '429', 'LOSTBEFORE', 'LOSTAFTER', 'CUTOFF', 'NOTJSON', '502AFTER']))(
    'that meets %s once is sent again automatically until it is done, also where the first attempt succeeded',
    async (piece) => {
      const code = `PRACTICE1${piece}X${makeCustomCode(randomBytes)}`.slice(0, 20);
      expect(faultKeywordOfCode(code)).toMatchObject({ once: true, faultKeyword: { codePart: piece } });
      await create('Aya Noor', [code]);
      const { scanId } = await deleteByScan(code);
      const done = await station.until('scan.answer', { scanId }, (answer) =>
        ['done', 'rejected', 'uncertain', 'blocked'].includes(answer.deletion?.state ?? ''),
      );
      expect(done.deletion?.state).toBe('done');
      expect(done.parcel?.deletedAt).not.toBeNull();
    },
  );

  it('that the service refuses shows the service’s text, and the parcel is kept', async () => {
    const code = 'PRACTICE409XXXXXXXXX';
    await create('Aya Noor', [code]);
    const { scanId } = await deleteByScan(code);
    const said = await station.until('scan.answer', { scanId }, (answer) => answer.deletion?.state === 'rejected');
    expect(said.parcel?.deletedAt).toBeNull();
    const [command] = await station
      .call('commands.open', null)
      .then((list) => list.filter((one) => one.codes.includes(code)));
    expect(command?.failure?.serviceText).toBeTruthy();
  });
});
