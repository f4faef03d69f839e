const environment = { name: 'sandbox', kind: 'sandbox', baseUrl: 'https://service.example' };
const printer = { name: 'Zebra', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 } };

/** A provisioning file that would do harm or cost much, and where its first fault is; `''` is the file itself. */
export interface HostileFile {
  name: string;
  content: string | Uint8Array;
  /** Null where the file is read, and what is hostile in it ignored. */
  faultAt: string | null;
}

const json = (value: unknown): string => JSON.stringify(value);
const withService = (baseUrl: unknown, more: object = {}): string =>
  json({ environments: [{ ...environment, baseUrl, ...more }] });
const withPrinter = (connection: unknown, more: object = {}): string =>
  json({ printers: [{ ...printer, connection, ...more }] });
const listOf = (count: number, entry: (index: number) => object): object[] =>
  Array.from({ length: count }, (_, index) => entry(index));

export const hostileFiles: readonly HostileFile[] = [
  { name: 'no content', content: '', faultAt: '' },
  { name: 'a program', content: Buffer.from('\x7fELF\x02\x01\x01\x00'), faultAt: '' },
  { name: 'UTF-16', content: Buffer.from('\ufeff{}', 'utf16le'), faultAt: '' },
  { name: 'a list', content: '[]', faultAt: '' },
  { name: 'brackets nested fifty thousand deep', content: '['.repeat(50_000), faultAt: '' },
  {
    name: 'values nested fifty thousand deep in an unknown key',
    content: `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    faultAt: null,
  },
  { name: 'more than a mebibyte', content: json({ x: 'x'.repeat(1024 * 1024) }), faultAt: '' },
  {
    name: 'ten thousand unknown keys',
    content: json(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]))),
    faultAt: null,
  },
  {
    name: 'keys of the prototype',
    content: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    faultAt: null,
  },
  {
    name: 'keys of the prototype inside an entry',
    content: `{"environments":[{"__proto__":{"token":"x"},${json(environment).slice(1)}]}`,
    faultAt: null,
  },
  {
    name: 'a scanner of any model',
    content: json({ station: { scanners: [{ name: 'Scanner', model: '*:*' }] } }),
    faultAt: 'station.scanners[0].model',
  },
  {
    name: 'a scanner on a port and of a model',
    content: json({ station: { scanners: [{ name: 'Scanner', port: 'COM3', model: '0c2e:0b8f' }] } }),
    faultAt: 'station.scanners[0].port',
  },
  {
    name: 'ten thousand scanners',
    content: json({ station: { scanners: listOf(10_000, (index) => ({ name: `S${index}`, port: `COM${index}` })) } }),
    faultAt: 'station.scanners',
  },
  {
    name: 'a service without encryption',
    content: withService('http://service.example'),
    faultAt: 'environments[0].baseUrl',
  },
  {
    name: 'a service at the address of cloud metadata',
    content: withService('http://169.254.169.254/'),
    faultAt: 'environments[0].baseUrl',
  },
  { name: 'a service that is a file', content: withService('file:///etc/passwd'), faultAt: 'environments[0].baseUrl' },
  {
    name: 'a service that is a script',
    content: withService('javascript:alert(1)'),
    faultAt: 'environments[0].baseUrl',
  },
  {
    name: 'a service with a password in its address',
    content: withService('https://user:secret@service.example'),
    faultAt: 'environments[0].baseUrl',
  },
  { name: 'a service that is a number', content: withService(7), faultAt: 'environments[0].baseUrl' },
  {
    name: 'labels without encryption',
    content: withService('https://service.example', { labelUrl: 'http://labels.example' }),
    faultAt: 'environments[0].labelUrl',
  },
  ...[
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'http://[::ffff:169.254.169.254]/',
    'https://service.example/#fragment',
    'https://service.example:99999',
    'https://',
    'data:application/json,{}',
  ].map((address) => ({
    name: `a service at ${address}`,
    content: withService(address),
    faultAt: 'environments[0].baseUrl',
  })),
  {
    name: 'an environment whose name is a path',
    content: withService('https://service.example', { name: '../vault' }),
    faultAt: 'environments[0].name',
  },
  {
    name: 'a webhook whose secret web pages can send',
    content: withService('https://service.example', {
      webhook: { path: '/x', header: { name: 'Origin', value: 'x' } },
    }),
    faultAt: 'environments[0].webhook.header.name',
  },
  {
    name: 'a webhook whose header name has a line break',
    content: withService('https://service.example', {
      webhook: { path: '/x', header: { name: 'A\r\nB', value: 'x' } },
    }),
    faultAt: 'environments[0].webhook.header.name',
  },
  {
    name: 'a webhook without a secret',
    content: withService('https://service.example', { webhook: { path: '/x', header: { name: 'X-Key', value: '' } } }),
    faultAt: 'environments[0].webhook.header.value',
  },
  {
    name: 'a practice service with an address',
    content: json({ environments: [{ name: 'practice', kind: 'practice', baseUrl: 'https://service.example' }] }),
    faultAt: 'environments[0].baseUrl',
  },
  { name: 'an object in place of a list', content: '{"environments":{"0":{},"length":1}}', faultAt: 'environments' },
  { name: 'a comment', content: '{} // "token": "x"', faultAt: '' },
  { name: 'a number that JSON does not know', content: '{"bench":{"deleteUndoSeconds":NaN}}', faultAt: '' },
  {
    name: 'a token with a line break and a header',
    content: withService('https://service.example', { token: 'abc\r\nHost: elsewhere' }),
    faultAt: 'environments[0].token',
  },
  {
    name: 'a token of a megabyte less a little',
    content: withService('https://service.example', { token: 'x'.repeat(1_000_000) }),
    faultAt: 'environments[0].token',
  },
  {
    name: 'two tokens',
    content: withService('https://service.example', { token: 'a', tokenEnv: 'B' }),
    faultAt: 'environments[0].token',
  },
  {
    name: 'a token from a device',
    content: withService('https://service.example', { tokenFile: '/dev/zero' }),
    faultAt: 'environments[0].tokenFile',
  },
  {
    name: 'a token from a folder',
    content: withService('https://service.example', { tokenFile: '/' }),
    faultAt: 'environments[0].tokenFile',
  },
  {
    name: 'a token from a file with a NUL in its name',
    content: withService('https://service.example', { tokenFile: 'a\0b' }),
    faultAt: 'environments[0].tokenFile',
  },
  {
    name: 'a token from a variable that is no name',
    content: withService('https://service.example', { tokenEnv: 'A=B' }),
    faultAt: 'environments[0].tokenEnv',
  },
  {
    name: 'a certificate authority that is a device',
    content: json({ network: { caFile: '/dev/zero' } }),
    faultAt: 'network.caFile',
  },
  {
    name: 'a proxy that is a file',
    content: json({ network: { proxy: 'file:///etc/passwd' } }),
    faultAt: 'network.proxy',
  },
  {
    name: 'a kind that does not exist',
    content: json({ environments: [{ ...environment, kind: '__proto__' }] }),
    faultAt: 'environments[0].kind',
  },
  {
    name: 'two environments of one name',
    content: json({ environments: [environment, { ...environment, name: 'SANDBOX ' }] }),
    faultAt: 'environments',
  },
  {
    name: 'a thousand environments',
    content: json({ environments: listOf(1_000, (index) => ({ ...environment, name: `e${index}` })) }),
    faultAt: 'environments',
  },
  {
    name: 'a thousand printers',
    content: json({ printers: listOf(1_000, (index) => ({ ...printer, name: `p${index}` })) }),
    faultAt: 'printers',
  },
  {
    name: 'two default printers',
    content: json({
      printers: [
        { ...printer, default: true },
        { ...printer, name: 'b', default: true },
      ],
    }),
    faultAt: 'printers',
  },
  {
    name: 'a printer at port 0',
    content: withPrinter({ ...printer.connection, port: 0 }),
    faultAt: 'printers[0].connection.port',
  },
  {
    name: 'a printer whose host is a command',
    content: withPrinter({ ...printer.connection, host: '$(reboot)' }),
    faultAt: 'printers[0].connection.host',
  },
  {
    name: 'a printer that is a disk',
    content: withPrinter({ kind: 'usb', path: '/dev/sda' }),
    faultAt: 'printers[0].connection.path',
  },
  {
    name: 'a printer path with dots',
    content: withPrinter({ kind: 'usb', path: '/dev/usb/../sda' }),
    faultAt: 'printers[0].connection.path',
  },
  {
    name: 'a print queue with a path, which CUPS then does not find',
    content: withPrinter({ kind: 'cups', queue: '../admin' }),
    faultAt: null,
  },
  {
    name: 'a printer kind that does not exist',
    content: withPrinter({ kind: 'shell', command: 'reboot' }),
    faultAt: 'printers[0].connection.kind',
  },
  {
    name: 'an undo of a century',
    content: json({ bench: { deleteUndoSeconds: 3155760000 } }),
    faultAt: 'bench.deleteUndoSeconds',
  },
  {
    name: 'a spending limit below zero',
    content: json({ spending: { capPerHour: -1 } }),
    faultAt: 'spending.capPerHour',
  },
  { name: 'a listener on a port below zero', content: json({ webhooks: { port: -1 } }), faultAt: 'webhooks.port' },
  {
    name: 'a public address that is a script',
    content: json({ webhooks: { publicAddress: 'javascript:alert(1)' } }),
    faultAt: 'webhooks.publicAddress',
  },
];
