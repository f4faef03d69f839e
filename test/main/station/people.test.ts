import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import { createPeople } from '../../../src/main/core/people-session.ts';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { tryProvisioning } from '../../../src/main/provisioning/apply-provisioning.ts';
import { success } from '../../../src/shared/contract/failure.ts';
import type { StationCall } from '../../../src/shared/contract/station-contract.ts';
import { stationCalls } from '../../../src/shared/contract/station-contract.ts';
import { commandText } from '../../../src/shared/scanning/command-barcode.ts';
import type { Role } from '../../../src/shared/settings/roles.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { adjustableClock } from '../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, storedSettings } from '../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../core/outbox/outbox-fixture.ts';
import { newFolder } from '../practice/practice-fixture.ts';

const opened = closedAfterEach();

const codes = [1, 2, 3, 4].map(codeNumber) as [string, string, string, string];
const [codeA, codeB, codeC, codeD] = codes;

const badges = { Ada: 'badge-ada-1', Lee: '00040711', Pat: '00040712', Kim: '00040713' };

const read = (text: string) => ({ asTyped: text, asUsKeyboard: text, by: 'scanner' as const });
const deletion = (text: string) => ({ reading: read(text), mode: 'delete' as const });

interface PeopleParts {
  clock?: Clock;
  service?: { baseUrl: string; labelUrl?: string };
  exportTo?: string;
}

/** A station with an admin, a lead and two packers, at which people sign in; the admin is signed in. */
async function withPeople({ clock, service, exportTo }: PeopleParts = {}) {
  const { baseUrl, labelUrl = baseUrl } = service ?? (await practice());
  const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token: 'token-1' } as const;
  const station = await openStation(opened, {
    ...(clock && { clock }),
    ...(exportTo && { chooseExportFile: async () => exportTo }),
    provisioning: {
      environments: [sandbox],
      activeEnvironment: 'sandbox',
      printers: [{ name: 'Practice printer', default: true }],
      bench: { deleteUndoSeconds: 60 },
    },
  });
  await station.call('person.add', { name: 'Ada', role: 'admin', badge: read(badges.Ada) });
  await station.call('person.add', { name: 'Lee', role: 'lead', badge: read(badges.Lee) });
  await station.call('person.add', { name: 'Pat', role: 'packer', badge: read(badges.Pat) });
  await station.call('person.add', { name: 'Kim', role: 'packer', badge: read(badges.Kim) });
  await station.call('people.turn-on', { badge: read(badges.Ada) });
  return station;
}

async function practice() {
  const service = await startPracticeService({ folder: await newFolder(), token: 'token-1' });
  opened.keep(service);
  return service;
}

async function fake() {
  const service = await startFakeDeliveryService();
  opened.keep({ close: () => service.stop() });
  return service;
}

const scanBadge = (station: StationInNode, text: string) =>
  station.call('badge.scan', { reading: read(text), evenIfParcel: false });

const rules = { idleMinutes: 10, deletionsPerHour: null, reprintsPerHour: null };
const peopleOf = async (station: StationInNode) => (await station.call('station.read', null)).people;

async function create(station: StationInNode, ...ordered: string[]) {
  const { command } = await station.call('order.create', { request: orderFor(...ordered), evenIfDuplicate: true });
  const done = await station.until(
    'order.progress',
    { commandId: command.id },
    ({ parcels }) => parcels.length > 0 && parcels.every(({ label }) => label?.state === 'stored'),
  );
  return done.parcels;
}

const journalOf = async (station: StationInNode) => {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const file = new DatabaseSync(`${station.folder}/records/records-sandbox.sqlite3`, { readOnly: true });
  try {
    return file.prepare('SELECT what, code, person_name, lead_name FROM activity ORDER BY id').all() as {
      what: string;
      code: string | null;
      person_name: string | null;
      lead_name: string | null;
    }[];
  } finally {
    file.close();
  }
};

const entriesOf = async (station: StationInNode, what: string) =>
  (await journalOf(station)).filter((entry) => entry.what === what);

const names = Object.keys(stationCalls) as StationCall[];

describe('people: what each role may do', () => {
  /** The calls that change settings, tokens or people, and those that take all records out or erase from them; every other changes the work, or nothing. */
  const byAdmins = names
    .filter((name) =>
      /^(environment|webhook|webhooks|settings|set-up|people|printers|backups|erasure)\.|hid-scanners.find|^person\.(add|change|remove)|^printer\.(save|remove|test|cannot)|save-sheet|command-barcodes.print|print-card|find-ports|import\.(choose-folder|stop)|data-folder|site.(take-over|read-on)/.test(
        name,
      ),
    )
    .filter((name: string) => name !== 'printers.found');
  const byLeads = names.filter((name) => /^(shipments|journal|figures)\.export|^export\.(cancel|dismiss)/.test(name));
  const readOnly = names.filter((name) => stationCalls[name].needs === 'read');

  it('every call that sets something up, or takes records out, says so in the contract', () => {
    expect(names.filter((name) => stationCalls[name].needs === 'set up')).toEqual(byAdmins);
    expect(names.filter((name) => stationCalls[name].needs === 'export')).toEqual(byLeads);
  });

  it('every call is refused to each role that may not make it, whatever its input', async () => {
    const station = await withPeople();
    const allowed: Record<Role | 'signed out', (name: StationCall) => boolean> = {
      'signed out': (name) => readOnly.includes(name),
      packer: (name) => !byAdmins.includes(name) && !byLeads.includes(name),
      lead: (name) => !byAdmins.includes(name),
      admin: () => true,
    };
    const signIn = { 'signed out': null, packer: badges.Pat, lead: badges.Lee, admin: badges.Ada };
    for (const [role, badge] of Object.entries(signIn) as [Role | 'signed out', string | null][]) {
      await (badge === null ? station.call('person.sign-out', null) : scanBadge(station, badge));
      for (const name of names) {
        if (allowed[role](name)) continue;
        const answer = await station.station.call(name, null);
        expect([role, name, answer.ok || answer.failure.code]).toEqual([role, name, 'not-permitted']);
      }
    }
    expect((await peopleOf(station)).signedIn).toMatchObject({ name: 'Ada', role: 'admin' });
  });

  it('no call is in a scope of its own while no one signs in: with the first one each promise of the program takes longer', async () => {
    let scopes = 0;
    const people = createPeople({
      ...{ people: () => settingsSchema.parse({}).people, clock: systemClock, announce: () => {}, onBug: () => {} },
      ...{ note: async () => {}, isAtWork: async () => false, isParcel: async () => false },
      acting: {
        run(_person, work) {
          scopes += 1;
          return work();
        },
      },
    });
    const answer = async () => success(null);
    expect(await people.permit({ action: 'read', code: async () => null, answer })).toEqual(success(null));
    expect(scopes).toBe(0);
  });

  it('everybody does everything while no one signs in at the station', async () => {
    const station = await openStation(opened);
    expect(await peopleOf(station)).toEqual({ isOn: false, signedIn: null, question: null });
    await station.call('settings.save', { group: 'sound', value: { volume: 'loud' } });
    expect(await scanBadge(station, badges.Pat)).toEqual({ kind: 'none' });
  });

  it('undoes a deletion for everybody: no one signs in within a countdown', async () => {
    const station = await withPeople();
    await station.call('scan.submit', deletion(codeA));
    await station.call('person.sign-out', null);
    expect(await failureOf(station.call('scan.submit', deletion(codeB)))).toMatchObject({ code: 'not-permitted' });
    expect(await station.call('deletion.undo', { commandId: null })).toMatchObject({ state: 'undone' });
  });
});

describe('people: badges', () => {
  it('are kept as keyed hashes, and no answer carries them', async () => {
    const station = await withPeople();
    const stored = JSON.stringify(storedSettings(station.folder));
    for (const badge of Object.values(badges)) expect(stored.toLowerCase()).not.toContain(badge);
    const view = JSON.stringify([await station.call('station.read', null), await station.call('people.read', null)]);
    const hashes = stored.match(/[0-9a-f]{64}/g) ?? [];
    expect(hashes.length).toBeGreaterThan(4);
    for (const hash of hashes) expect(view).not.toContain(hash);
  });

  it('are recognized in upper and lower case, and with a symbology identifier', async () => {
    const station = await withPeople();
    expect(await scanBadge(station, ']C0BADGE-ADA-1')).toEqual({ kind: 'already signed in', name: 'Ada' });
    expect(await scanBadge(station, badges.Pat)).toEqual({ kind: 'signed in', name: 'Pat', role: 'packer' });
    expect(await scanBadge(station, 'badge-ada-2')).toEqual({ kind: 'none' });
  });

  it('cannot be a command card, a known parcel, a short text or the badge of someone else', async () => {
    const station = await withPeople();
    await create(station, codeA);
    const refusal = async (text: string) =>
      (await failureOf(station.call('person.add', { name: 'New', role: 'packer', badge: read(text) }))).message.code;
    expect(await refusal(commandText('BCDF', 'delete'))).toBe('people.badge-is-command');
    expect(await refusal(codeA.toLowerCase())).toBe('people.badge-is-parcel');
    expect(await refusal('123')).toBe('people.badge-too-short');
    expect(await refusal(badges.Pat)).toBe('people.badge-taken');
  });

  it('never look up, print or delete a parcel', async () => {
    const station = await withPeople();
    for (const mode of ['look up', 'print', 'delete'] as const) {
      const refused = await failureOf(station.call('scan.submit', { reading: read(badges.Pat), mode }));
      expect(refused.message.code).toBe('people.badge-in-scan');
    }
    expect(await station.call('scans.recent', null)).toMatchObject({ today: 0 });
  });

  it('that a parcel came to carry ask which is meant, and never delete it', async () => {
    const station = await withPeople();
    const badge = codeB;
    await station.call('person.add', { name: 'Sam', role: 'packer', badge: read(badge) });
    await create(station, codeB);
    expect(await scanBadge(station, badge)).toEqual({ kind: 'also a parcel', name: 'Sam' });
    expect((await peopleOf(station)).signedIn).toMatchObject({ name: 'Ada' });
    expect(await failureOf(station.call('scan.submit', deletion(badge)))).toMatchObject({ code: 'invalid-input' });
    const found = await station.call('scan.submit', { reading: read(badge), mode: 'look up' });
    expect(found.kind).toBe('found');
    const signedIn = await station.call('badge.scan', { reading: read(badge), evenIfParcel: true });
    expect(signedIn).toEqual({ kind: 'signed in', name: 'Sam', role: 'packer' });
  });

  it('of a removed person sign no one in, and stay badges', async () => {
    const station = await withPeople();
    const { persons } = await station.call('people.read', null);
    const kim = persons.find(({ name }) => name === 'Kim');
    await station.call('person.remove', { personId: kim?.id ?? 0 });
    expect(await scanBadge(station, badges.Kim)).toEqual({ kind: 'retired' });
    expect(await failureOf(station.call('scan.submit', deletion(badges.Kim)))).toMatchObject({ code: 'invalid-input' });
    // Found again, it can be given to someone else.
    await station.call('person.add', { name: 'Kit', role: 'packer', badge: read(badges.Kim) });
    expect(await scanBadge(station, badges.Kim)).toMatchObject({ kind: 'signed in', name: 'Kit' });
  });

  it('start signing in only where they are an admin’s, and the last admin stays', async () => {
    const station = await openStation(opened);
    const turnOn = (text: string) => failureOf(station.call('people.turn-on', { badge: read(text) }));
    expect((await turnOn(badges.Ada)).message.code).toBe('people.badge-unknown');
    await station.call('person.add', { name: 'Pat', role: 'packer', badge: read(badges.Pat) });
    expect((await turnOn(badges.Pat)).message.code).toBe('people.badge-not-admin');
    const ada = await station.call('person.add', { name: 'Ada', role: 'admin', badge: read(badges.Ada) });
    await station.call('people.turn-on', { badge: read(badges.Ada) });
    expect((await peopleOf(station)).signedIn).toEqual(ada);
    const left = await failureOf(station.call('person.remove', { personId: ada.id }));
    expect(left.message.code).toBe('people.admin-needed');
    const demoted = await failureOf(
      station.call('person.change', { personId: ada.id, name: 'Ada', role: 'lead', badge: null }),
    );
    expect(demoted.message.code).toBe('people.admin-needed');
  });
});

describe('people: the journal', () => {
  it('names who did it, and no one where the station did', async () => {
    const station = await withPeople();
    await scanBadge(station, badges.Pat);
    await create(station, codeA);
    await station.call('scan.submit', { reading: read(codeA), mode: 'look up' });
    await scanBadge(station, badges.Kim);
    await station.call('scan.submit', deletion(codeA));
    expect(await entriesOf(station, 'create-order')).toMatchObject([{ person_name: 'Pat' }]);
    expect(await entriesOf(station, 'order-answer')).toMatchObject([{ person_name: null }]);
    expect(await entriesOf(station, 'scan-look-up')).toMatchObject([{ person_name: 'Pat' }]);
    expect(await entriesOf(station, 'delete')).toMatchObject([{ code: codeA, person_name: 'Kim', lead_name: null }]);
    expect((await entriesOf(station, 'sign-in')).map(({ person_name }) => person_name)).toEqual(['Ada', 'Pat', 'Kim']);
    expect((await entriesOf(station, 'sign-out')).map(({ person_name }) => person_name)).toEqual(['Ada', 'Pat']);
    const answer = await station.call('scan.submit', { reading: read(codeA), mode: 'look up' });
    const timeline = await station.call('parcel.timeline', { parcelId: answer.parcel?.id ?? 0 });
    expect(timeline).toMatchObject([
      { kind: 'deletion', personName: 'Kim', leadName: null },
      { kind: 'label' },
      { kind: 'order', personName: 'Pat' },
    ]);
  });
});

it('people: the exported journal names them', async () => {
  const exportTo = join(await newFolder(), 'journal.csv');
  const station = await withPeople({ exportTo });
  await create(station, codeA, codeB);
  await station.call('people.save-rules', { ...rules, deletionsPerHour: 1 });
  await scanBadge(station, badges.Pat);
  for (const code of [codeA, codeB]) await station.call('scan.submit', deletion(code));
  await scanBadge(station, badges.Lee);
  await scanBadge(station, badges.Lee);
  await station.call('journal.export', null);
  await station.until('export.read', null, (state) => state?.state === 'done');
  const lines = (await readFile(exportTo, 'utf8')).split('\r\n');
  expect(lines.find((line) => line.includes('Delete') && line.includes(codeB))).toMatch(/,Pat,Lee$/);
  expect(lines.find((line) => line.includes('Delete') && line.includes(codeA))).toMatch(/,Pat,$/);
});

describe('people: caps', () => {
  it('a deletion beyond the cap needs a lead’s badge, which allows this one alone', async () => {
    const clock = adjustableClock();
    const station = await withPeople({ clock });
    await create(station, ...codes);
    await station.call('people.save-rules', { ...rules, deletionsPerHour: 1 });
    await scanBadge(station, badges.Pat);
    expect((await station.call('scan.submit', deletion(codeA))).kind).toBe('deleting');
    const asked = await station.call('scan.submit', deletion(codeB));
    expect(asked).toMatchObject({ kind: 'needs lead', deletion: null });
    expect((await peopleOf(station)).question).toEqual({ what: 'deletion', limit: 1, code: codeB });

    // Neither a packer's badge nor the person's own answers the question.
    expect((await scanBadge(station, badges.Pat)).kind).toBe('already signed in');
    const approved = await scanBadge(station, badges.Lee);
    expect(approved).toMatchObject({ kind: 'approved', name: 'Lee', failure: null });
    const scanId = approved.kind === 'approved' ? approved.scanId : null;
    expect(await station.call('scan.answer', { scanId: scanId ?? 0 })).toMatchObject({
      kind: 'deleting',
      deletion: { state: 'counting' },
    });
    expect(await peopleOf(station)).toMatchObject({ signedIn: { name: 'Pat' }, question: null });
    expect((await entriesOf(station, 'delete')).slice(-1)).toMatchObject([
      { code: codeB, person_name: 'Pat', lead_name: 'Lee' },
    ]);

    // The next one asks again; the badge now signs in, once the question is dropped.
    expect((await station.call('scan.submit', deletion(codeC))).kind).toBe('needs lead');
    await station.call('person.drop-question', null);
    expect((await scanBadge(station, badges.Lee)).kind).toBe('signed in');
    expect((await station.call('scan.submit', deletion(codeC))).kind).toBe('deleting');

    // An hour later the packer may delete again.
    await scanBadge(station, badges.Pat);
    clock.advance(3_600_001);
    await scanBadge(station, badges.Pat);
    expect((await station.call('scan.submit', deletion(codeD))).kind).toBe('deleting');
  });

  it('a restart forgets neither what was done within the hour, nor on which button', async () => {
    const station = await withPeople();
    const [parcel] = await create(station, codeA, codeB);
    await station.call('people.save-rules', { ...rules, deletionsPerHour: 1 });
    await scanBadge(station, badges.Pat);
    await station.call('scan.submit', deletion(codeB));
    await station.stop();
    const again = await openStation(opened, { folder: station.folder });
    await scanBadge(again, badges.Pat);
    const refused = await failureOf(again.call('parcel.delete', { parcelId: parcel?.id ?? 0, evenIfPickedUp: false }));
    expect(refused).toMatchObject({ code: 'needs-lead', message: { code: 'people.deletions-capped' } });
    expect((await peopleOf(again)).question).toEqual({ what: 'deletion', limit: 1, code: codeA });
    expect(await scanBadge(again, badges.Ada)).toMatchObject({ kind: 'approved', failure: null });
    expect(await again.call('deletions.pending', null)).toHaveLength(2);
  });

  it('of many deletions at once no more are started than the cap allows', async () => {
    const station = await withPeople();
    const parcels = await create(station, ...codes);
    await station.call('people.save-rules', { ...rules, deletionsPerHour: 2 });
    await scanBadge(station, badges.Pat);
    const answers = await Promise.all([
      ...parcels.map(({ id: parcelId }) => station.station.call('parcel.delete', { parcelId, evenIfPickedUp: false })),
      ...codes.map((code) => station.station.call('scan.submit', deletion(code))),
    ]);
    expect(answers.filter((answer) => !answer.ok && answer.failure.code === 'needs-lead').length).toBeGreaterThan(0);
    expect(await station.call('deletions.pending', null)).toHaveLength(2);
  });

  it('a further copy beyond the cap needs a lead’s badge', async () => {
    const clock = adjustableClock();
    const station = await withPeople({ clock });
    const [parcel] = await create(station, codeA);
    await station.call('people.save-rules', { ...rules, reprintsPerHour: 1 });
    await scanBadge(station, badges.Pat);
    const print = (reprintReason: string | null) =>
      station.call('parcel.print', { parcelId: parcel?.id ?? 0, reprintReason });
    /** Within two seconds, the same press is meant. */
    const printed = async ({ id }: { id: number }) => {
      await station.until('print-jobs.list', null, (jobs) => jobs.some((job) => job.id === id && job.state === 'sent'));
      clock.advance(3_000);
    };
    await printed(await print(null));
    await printed(await print('torn'));
    expect(await failureOf(print('torn again'))).toMatchObject({ code: 'needs-lead' });
    expect((await peopleOf(station)).question).toEqual({ what: 'reprint', limit: 1, code: codeA });
    expect(await scanBadge(station, badges.Lee)).toMatchObject({ kind: 'approved', failure: null });
    const [newest] = (await entriesOf(station, 'print-again')).slice(-1);
    expect(newest).toMatchObject({ person_name: 'Pat', lead_name: 'Lee' });
  });

  describe('a label that was sent and then marked as not printed', () => {
    /** One of a packer's two copies an hour was printed, and the label of each parcel was sent and marked as not printed. */
    async function withMarkedLabels() {
      const clock = adjustableClock();
      const station = await withPeople({ clock });
      const parcels = await create(station, codeA, codeB);
      const ids = parcels.map(({ id }) => id);
      for (const parcelId of ids) {
        const { id: jobId } = await station.call('parcel.print', { parcelId, reprintReason: null });
        await station.until('print-jobs.list', null, (jobs) =>
          jobs.some(({ id, state }) => id === jobId && state === 'sent'),
        );
        await station.call('print-job.settle', { jobId, printed: false });
      }
      clock.advance(3_000);
      await station.call('people.save-rules', { ...rules, reprintsPerHour: 1 });
      await scanBadge(station, badges.Pat);
      return { station, ids };
    }
    const print = (text: string) => ({ reading: read(text), mode: 'print' as const });

    it('is a further copy when it is scanned in Print, and beyond the cap needs a lead’s badge', async () => {
      const { station } = await withMarkedLabels();
      expect((await station.call('scan.submit', print(codeA))).kind).toBe('printing');
      expect(await station.call('scan.submit', print(codeB))).toMatchObject({ kind: 'needs lead', mode: 'print' });
      expect((await peopleOf(station)).question).toEqual({ what: 'reprint', limit: 1, code: codeB });
      const approved = await scanBadge(station, badges.Lee);
      const scanId = approved.kind === 'approved' ? approved.scanId : null;
      expect((await station.call('scan.answer', { scanId: scanId ?? 0 })).kind).toBe('printing');
      expect(await entriesOf(station, 'print-again')).toMatchObject([
        { code: codeA, person_name: 'Pat', lead_name: null },
        { code: codeB, person_name: 'Pat', lead_name: 'Lee' },
      ]);
    });

    it('is a further copy in a list of labels, of which none prints without the lead’s badge', async () => {
      const { station, ids } = await withMarkedLabels();
      const source = { kind: 'parcels', parcelIds: ids } as const;
      const before = await station.call('print-jobs.list', null);
      expect(await failureOf(station.call('print-run.start', source))).toMatchObject({ code: 'needs-lead' });
      expect(await station.call('print-jobs.list', null)).toHaveLength(before.length);
      expect(await scanBadge(station, badges.Lee)).toMatchObject({ kind: 'approved', failure: null });
      expect(await station.call('print-jobs.list', null)).toHaveLength(before.length + 2);
      expect(await entriesOf(station, 'print-again')).toHaveLength(2);
    });
  });

  it('a further copy that waits for a printer counts too', async () => {
    const clock = adjustableClock();
    const station = await withPeople({ clock });
    const [parcel] = await create(station, codeA);
    const again = { parcelId: parcel?.id ?? 0, reprintReason: 'torn' };
    await station.call('printer.remove', { name: 'Practice printer' });
    await station.call('people.save-rules', { ...rules, reprintsPerHour: 1 });
    await scanBadge(station, badges.Pat);
    const { id: jobId } = await station.call('parcel.print', again);
    await station.call('print-job.cancel', { jobId });
    clock.advance(3_000);
    expect(await failureOf(station.call('parcel.print', again))).toMatchObject({ code: 'needs-lead' });
  });

  it('are of one environment, which only an admin leaves: another one’s uses nothing up', async () => {
    const station = await withPeople();
    await create(station, ...codes);
    await station.call('people.save-rules', { ...rules, deletionsPerHour: 1 });
    const inEnvironment = async (name: string) => {
      await station.call('person.drop-question', null);
      await scanBadge(station, badges.Ada);
      await station.call('environment.use', { name });
      await scanBadge(station, badges.Pat);
    };
    await scanBadge(station, badges.Pat);
    expect(await failureOf(station.call('environment.use', { name: 'practice' }))).toMatchObject({
      code: 'not-permitted',
    });
    await inEnvironment('practice');
    expect((await station.call('scan.submit', deletion(codeA))).kind).toBe('deleting unknown');
    expect((await station.call('scan.submit', deletion(codeB))).kind).toBe('needs lead');
    await inEnvironment('sandbox');
    expect((await station.call('scan.submit', deletion(codeA))).kind).toBe('deleting');
    expect((await station.call('scan.submit', deletion(codeB))).kind).toBe('needs lead');
    await inEnvironment('practice');
    await inEnvironment('sandbox');
    expect((await station.call('scan.submit', deletion(codeB))).kind).toBe('needs lead');
  });

  it('a question is no one else’s: another packer signs in instead', async () => {
    const station = await withPeople();
    await create(station, codeA, codeB);
    await station.call('people.save-rules', { ...rules, deletionsPerHour: 1 });
    await scanBadge(station, badges.Pat);
    await station.call('scan.submit', deletion(codeA));
    await station.call('scan.submit', deletion(codeB));
    expect(await scanBadge(station, badges.Kim)).toMatchObject({ kind: 'signed in', name: 'Kim' });
    expect(await peopleOf(station)).toMatchObject({ signedIn: { name: 'Kim' }, question: null });
    expect(await scanBadge(station, badges.Lee)).toMatchObject({ kind: 'signed in', name: 'Lee' });
    expect(await station.call('deletions.pending', null)).toHaveLength(1);
  });
});

describe('people: signing out', () => {
  const minute = 60_000;
  const signedOut = (station: StationInNode) =>
    station.until('station.read', null, ({ people }) => people.signedIn === null);

  async function withPat(parts: Parameters<typeof withPeople>[0]) {
    const station = await withPeople(parts);
    await station.call('people.save-rules', { ...rules, idleMinutes: 5 });
    await scanBadge(station, badges.Pat);
    return station;
  }

  it('happens when idle, and the journal says so', async () => {
    const clock = adjustableClock();
    const station = await withPat({ clock });
    clock.advance(4 * minute);
    await station.call('person.stay', null);
    clock.advance(4 * minute);
    expect((await peopleOf(station)).signedIn).toMatchObject({ name: 'Pat' });
    clock.advance(2 * minute);
    await signedOut(station);
    const signedOutLast = async () => (await entriesOf(station, 'sign-out')).at(-1)?.person_name;
    await expect.poll(signedOutLast).toBe('Pat');
  });

  it('waits while a request is on its way, and stops no accepted work', async () => {
    const clock = adjustableClock();
    const service = await fake();
    const station = await withPat({ clock, service });
    service.add(codeA);
    let release = (): void => {};
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    service.decide(() => held);
    await station.call('scan.submit', deletion(codeA));
    clock.advance(2 * minute);
    await station.until('commands.open', null, ([command]) => command?.state === 'sending');
    clock.advance(6 * minute);
    expect((await peopleOf(station)).signedIn).toMatchObject({ name: 'Pat' });
    release();
    await station.until('commands.open', null, (open) => open.length === 0);
    clock.advance(10_000);
    await signedOut(station);
  });

  it('of a person who is removed is immediate', async () => {
    const station = await withPeople();
    const ada = (await peopleOf(station)).signedIn;
    await station.call('person.add', { name: 'Max', role: 'admin', badge: read('badge-max') });
    await station.call('person.remove', { personId: ada?.id ?? 0 });
    expect((await peopleOf(station)).signedIn).toBeNull();
    expect(await failureOf(station.call('people.turn-off', null))).toMatchObject({ code: 'not-permitted' });
  });
});

describe('people: the provisioning file', () => {
  const admin = { name: 'Dana', badge: '4711-0815' };

  it('starts signing in with an admin, and adds the admin once', async () => {
    const station = await openStation(opened, { provisioning: { people: { enabled: true, admin, idleMinutes: 3 } } });
    expect(await failureOf(station.call('people.read', null))).toMatchObject({ code: 'not-permitted' });
    expect(await scanBadge(station, admin.badge)).toMatchObject({ kind: 'signed in', role: 'admin' });
    await station.stop();
    const again = await openStation(opened, { folder: station.folder, provisioning: { people: { admin } } });
    await scanBadge(again, admin.badge);
    const { persons, rules: saved } = await again.call('people.read', null);
    expect(persons).toEqual([{ id: 1, name: 'Dana', role: 'admin' }]);
    expect(saved.idleMinutes).toBe(3);
  });

  it('is the way in where a badge is lost', async () => {
    const station = await withPeople();
    await station.stop();
    const lost = { name: 'ada', badge: 'new-badge' };
    const again = await openStation(opened, { folder: station.folder, provisioning: { people: { admin: lost } } });
    expect(await scanBadge(again, lost.badge)).toMatchObject({ kind: 'signed in', name: 'Ada', role: 'admin' });
    await again.stop();
    const off = await openStation(opened, { folder: station.folder, provisioning: { people: { enabled: false } } });
    expect(await off.call('people.read', null)).toMatchObject({ persons: { length: 4 } });
  });

  it('is refused where it would leave no admin', () => {
    const tried = tryProvisioning(settingsSchema.parse({}), { people: { enabled: true } });
    expect(tried).toMatchObject({ ok: false, faults: [{ path: 'people.admin' }] });
  });
});
