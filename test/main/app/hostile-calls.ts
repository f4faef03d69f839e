import { maxInputSize } from '../../../src/shared/contract/call-limits.ts';

/** A call that only a page that was taken over makes, and the message code of its refusal. */
export interface HostileCall {
  what: string;
  name: unknown;
  input: unknown;
  refusedAs: string;
}

const long = 'x'.repeat(maxInputSize);
const cycle: unknown[] = [];
cycle.push(cycle, cycle);
const withPrototype = JSON.parse('{"__proto__": {"isAdmin": true}, "parcelId": 1, "reprintReason": null}');
const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' };
const save = (environment: object, token: unknown = null) => ({ environment, token });
const printer = (connection: object) => ({ printer: { name: 'Zebra A', connection, default: true } });

const webhook = (change: object) => ({
  ...{ environment: 'sandbox', path: '/x', headerName: 'X-Key', value: null },
  ...{ otherValue: { kind: 'stays' }, ...change },
});

const unknownCalls = [
  'toString',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'station.reveal-token',
  'STATION.READ',
  'station.read\u0000',
  '',
  7,
  null,
  {},
  ['station.read'],
  Symbol.iterator.toString(),
].map(
  (name): HostileCall => ({
    what: `the call ${JSON.stringify(name)}`,
    name,
    input: null,
    refusedAs: 'call.unknown',
  }),
);

const tooLarge = [
  {
    what: 'a scan of a million characters',
    name: 'scan.submit',
    input: { reading: { asTyped: long }, mode: 'look-up' },
  },
  { what: 'a key of a million characters', name: 'scan.submit', input: { [long]: 1 } },
  { what: 'a list of a million entries', name: 'scan.submit', input: new Array(1_000_000).fill(1) },
  { what: 'a list that contains itself', name: 'scan.submit', input: cycle },
  { what: 'a map in place of an object', name: 'scan.submit', input: new Map([[long, 1]]) },
  { what: 'a token of a million characters', name: 'environment.save', input: save(sandbox, long) },
].map((call): HostileCall => ({ ...call, refusedAs: 'call.too-large' }));

const misfits = [
  { what: 'an input where none belongs', name: 'station.read', input: { reveal: 'token' } },
  { what: 'a parcel by text', name: 'parcel.print', input: { parcelId: '1 OR 1=1', reprintReason: null } },
  { what: 'a parcel below one', name: 'parcel.print', input: { parcelId: -1, reprintReason: null } },
  { what: 'a parcel that is no whole number', name: 'parcel.print', input: { parcelId: 1.5, reprintReason: null } },
  { what: 'a parcel beyond exact numbers', name: 'parcel.print', input: { parcelId: 2 ** 60, reprintReason: null } },
  { what: 'a parcel that is not a number', name: 'parcel.print', input: { parcelId: Number.NaN, reprintReason: null } },
  { what: 'many parcels in place of one', name: 'parcel.delete', input: { parcelId: [1, 2, 3] } },
  { what: 'consent that is not a flag', name: 'parcel.delete', input: { parcelId: 1, evenIfPickedUp: 'yes' } },
  { what: 'a reason of only spaces', name: 'parcel.print', input: { parcelId: 1, reprintReason: '   ' } },
  {
    what: 'a reason longer than the field',
    name: 'parcel.print',
    input: { parcelId: 1, reprintReason: 'x'.repeat(201) },
  },
  { what: 'a mode that no screen has', name: 'scan.submit', input: { reading: { asTyped: 'A' }, mode: 'delete all' } },
  {
    what: 'an address without https',
    name: 'environment.save',
    input: save({ ...sandbox, baseUrl: 'http://far.example' }),
  },
  { what: 'a file address', name: 'environment.save', input: save({ ...sandbox, baseUrl: 'file:///etc/passwd' }) },
  {
    what: 'a script as an address',
    name: 'environment.save',
    input: save({ ...sandbox, baseUrl: 'javascript:alert(1)' }),
  },
  {
    what: 'an address with a user',
    name: 'environment.save',
    input: save({ ...sandbox, baseUrl: 'https://a:b@far.example' }),
  },
  { what: 'a token that is a list', name: 'environment.save', input: save(sandbox, ['secret']) },
  { what: 'settings of a group that does not exist', name: 'settings.save', input: { group: '__proto__', value: {} } },
  {
    what: 'the settings of the proxy',
    name: 'settings.save',
    input: { group: 'network', value: { proxy: 'http://far.example' } },
  },
  { what: 'an import without bytes', name: 'import.file', input: { name: 'orders.csv', bytes: 'text' } },
  {
    what: 'a printer whose port is none',
    name: 'printer.save',
    input: printer({ kind: 'tcp', host: '10.0.0.1', port: 70_000 }),
  },
  { what: 'a printer that is a disk', name: 'printer.save', input: printer({ kind: 'usb', path: '/dev/sda' }) },
  { what: 'a printer path with dots', name: 'printer.save', input: printer({ kind: 'usb', path: '/dev/usb/../sda' }) },
  {
    what: 'a printer whose host is a command',
    name: 'printer.save',
    input: printer({ kind: 'tcp', host: '$(reboot)', port: 9100 }),
  },
  {
    what: 'a webhook with an environment',
    name: 'environment.save',
    input: save({ ...sandbox, webhook: { path: '/x', header: { name: 'X-Key', value: 'known' } } }),
  },
  { what: 'a secret with a line break', name: 'webhook.save', input: webhook({ value: 'a\r\nb' }) },
  {
    what: 'a secret that web pages can send',
    name: 'webhook.save',
    input: webhook({ headerName: 'Origin', value: 'a' }),
  },
  { what: 'an empty second secret', name: 'webhook.save', input: webhook({ otherValue: { kind: 'new', value: '' } }) },
  { what: 'a page of a thousand million rows', name: 'shipments.page', input: { find: '', offset: 0, limit: 1e9 } },
  { what: 'a page before the first', name: 'shipments.page', input: { find: '', offset: -1, limit: 10 } },
  { what: 'a search that is a pattern', name: 'shipments.page', input: { find: /a+$/, offset: 0, limit: 10 } },
  { what: 'a parcel that is a date', name: 'parcel.print', input: { parcelId: new Date(1), reprintReason: null } },
  { what: 'a parcel beyond numbers', name: 'parcel.print', input: { parcelId: 2n ** 70n, reprintReason: null } },
  {
    what: 'a listener on a port that is a text',
    name: 'settings.save',
    input: { group: 'webhooks', value: { enabled: true, port: '8787; reboot' } },
  },
  {
    what: 'a second environment in place of a name',
    name: 'environment.use',
    input: { name: { toString: 'practice' } },
  },
  { what: 'a printer of an unknown kind', name: 'printer.save', input: printer({ kind: 'shell', command: 'rm' }) },
].map((call): HostileCall => ({ ...call, refusedAs: 'call.invalid-input' }));

/** They fit the contract; the station refuses them. */
const refusedByStation: HostileCall[] = [
  { what: 'a parcel that does not exist', name: 'parcel.print', input: withPrototype, refusedAs: 'parcel.unknown' },
  {
    what: 'an answer to a scan that does not exist',
    name: 'scan.answer',
    input: { scanId: 999_999 },
    refusedAs: 'scan.not-found',
  },
  {
    what: 'a token with a line break',
    name: 'environment.save',
    input: save(sandbox, 'a\r\nX-More: 1'),
    refusedAs: 'service.token-invalid',
  },
  {
    what: 'an address for the practice service',
    name: 'environment.save',
    input: save({ name: 'practice', kind: 'practice', baseUrl: 'https://far.example' }),
    refusedAs: 'environment.practice-address',
  },
  {
    what: 'another kind for the practice environment',
    name: 'environment.save',
    input: save({ name: 'practice', kind: 'production', baseUrl: 'https://far.example' }),
    refusedAs: 'environment.kind-fixed',
  },
];

/** Calls of a page that was taken over. */
export const hostileCalls: readonly HostileCall[] = [...unknownCalls, ...tooLarge, ...misfits, ...refusedByStation];
