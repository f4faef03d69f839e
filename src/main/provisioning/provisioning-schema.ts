import { z } from 'zod';
import { provisioningFileSchema } from '../../shared/settings/provisioning.ts';

/** A JSON Schema (draft 2020-12), as far as this file reads it. */
export interface JsonSchema extends Record<string, unknown> {
  description?: string | undefined;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
}

/** What each key means: in an editor that uses the schema, and in docs/provisioning.md. `[]`: of each entry of a list. */
const descriptions: Readonly<Record<string, string>> = {
  $schema: 'The address or path of this schema, for editors. Packbench ignores it.',
  station: 'This station.',
  'station.name': 'The name of the station, as the window shows it.',
  'station.commandKey': 'The key of command cards. With the same key, cards work at all stations of a site.',
  'station.language': 'The language of the window.',
  'station.scanners':
    'Scanners that send text instead of keys. An entry takes the place of one with its name, port or model, and keeps the test of that port or model. Each has `port` or `model`.',
  'station.scanners[].name': 'The name of the scanner.',
  'station.scanners[].port': 'The serial port, such as `/dev/serial/by-id/…` or `COM3`.',
  'station.scanners[].model':
    'Vendor and product number of scanners in HID POS mode, four hexadecimal digits each, such as `0c2e:0b8f`.',
  'station.scanners[].serialNumbers': 'The serial numbers of single scanners of that model. Without it, all of them.',
  setup:
    'With `false`, the set-up of a new bench is not offered at the first start. It is not offered either where the file names an environment.',
  environments:
    'The delivery services. An entry changes the environment of that name, ignoring case, or adds a new one.',
  'environments[].name': 'The name of the environment: letters, digits, space, `-` and `_`.',
  'environments[].kind':
    'Practice is the simulated service; sandbox and production are real ones. Needed for a new environment.',
  'environments[].baseUrl':
    'The address of the service: https, or http to this computer. Needed for sandbox and production. Changing it removes the token.',
  'environments[].labelUrl': 'The address of the label host. Changing it removes the token.',
  'environments[].labelRedirects':
    'Labels may be stored on another host: up to three redirects of the label host are followed, without the token. `label-host-only` forbids other hosts.',
  'environments[].currency': 'The currency that is shown beside prices.',
  'environments[].webhook': 'How the service delivers webhooks of this environment.',
  'environments[].webhook.path': 'The path of the listener for this environment.',
  'environments[].webhook.header':
    'The header that authenticates a webhook. Its name must not be one that browsers send.',
  'environments[].webhook.header.name': 'The name of the header.',
  'environments[].webhook.header.value': 'The value of the header.',
  'environments[].webhook.header.otherValue': 'A second value that is accepted while the value is rotated.',
  'environments[].utcOffset':
    'The offset of event times that have none, such as `+04:00`. It is used until an order shows the offset of the service; without both, these times are read as UTC.',
  'environments[].profile': 'The content of a service profile, as `npm run check-service` writes it.',
  'environments[].token':
    'The token. Prefer `tokenFile`. An environment has one of `token`, `tokenFile` and `tokenEnv`.',
  'environments[].tokenFile':
    "A file that holds the token and nothing else, readable by its owner only. A relative path begins at the provisioning file's folder.",
  'environments[].tokenEnv': 'The environment variable that holds the token.',
  activeEnvironment: 'The name of the environment that the station uses.',
  printers:
    'The printers. An entry changes the printer of that name, ignoring case, or adds a new one. At most one is the default.',
  'printers[].name': 'The name of the printer.',
  'printers[].connection': 'How the printer is reached. Needed for a new printer.',
  'printers[].connection.kind':
    'A network printer (`tcp`), a USB device (`usb`), a queue of CUPS (`cups`) or Windows (`windows`), or no printer: labels as files and pictures (`virtual`).',
  'printers[].connection.host': '`tcp`: the host name or address.',
  'printers[].connection.port': '`tcp`: the port.',
  'printers[].connection.path': '`usb`: the device, such as `/dev/usb/lp0`.',
  'printers[].connection.queue': '`cups`: the name of the queue.',
  'printers[].connection.printer': '`windows`: the name of the printer.',
  'printers[].default': 'The printer of new labels. A virtual printer gets labels outside practice only with it.',
  'printers[].neverAnswers': 'The printer reports no status; its silence does not hold it.',
  'printers[].shared': 'Other computers print on it too, so its counter confirms no label.',
  'printers[].productionOnly': 'Practice and sandbox labels need confirmation before they are sent to it.',
  'printers[].dotsPerMillimetre': 'The resolution, where the printer cannot be queried: 6, 8, 12 or 24.',
  'printers[].paper': 'The size of the labels. Without it, 101.6 by 152.4 mm.',
  'printers[].paper.width': 'Millimetres.',
  'printers[].paper.length': 'Millimetres.',
  'printers[].standIn': 'The printer that replaces this one while it is held.',
  'printers[].standIn.printer': 'The name of that printer.',
  'printers[].standIn.automatic': 'It replaces this one automatically.',
  'printers[].onHold': 'The printer is held until an operator releases it.',
  'printers[].known': 'The printer that was last seen at this address. The station writes it; leave it out.',
  webhooks: 'The listener for webhooks. It is off by default and bound to this computer.',
  'webhooks.enabled': 'The listener runs.',
  'webhooks.host': 'The address to listen on.',
  'webhooks.port': 'The port to listen on.',
  'webhooks.publicAddress':
    'The address at which the service reaches the listener, through any proxy or tunnel, without query and fragment.',
  network: 'The way to the service.',
  'network.proxy':
    'The address of an http or https proxy, with the user name and password that it requires. The password goes into the protected store, as the token does.',
  'network.caFile':
    "A PEM file with the company's certificate authority. A relative path begins at the provisioning file's folder. Environment variables of Node add none.",
  bench: 'How the bench works.',
  'bench.deleteUndoSeconds': 'Seconds in which a deletion can be undone.',
  'bench.printOnCreate': 'Labels of an order made in the form print when it is created.',
  'bench.commandBarCodes': 'The buttons that answer a question on Scan show the bar code of their command card.',
  'bench.shiftHours':
    'Hours of a shift. An action that waited longer for the service needs confirmation before it is sent.',
  kiosk: 'The station as the only program of its computer.',
  'kiosk.startWithComputer': 'Packbench starts when the user signs in; on Linux by an entry in `~/.config/autostart`.',
  'kiosk.fullScreen': 'The window takes the whole screen. Alt F4, Settings or `false` in this file ends it.',
  'kiosk.verdictScreen': 'A second display shows the result of each scan alone.',
  people: 'Signing in by scanning a badge.',
  'people.enabled': 'Everyone signs in. It needs an admin, in this file or added before.',
  'people.admin':
    "An admin to add, or to find by name and give this badge. Where every admin's badge is lost, start once with a file that names a new one, or with `enabled` false.",
  'people.admin.name': 'The name of the admin.',
  'people.admin.badge': 'What the badge of the admin contains. Only a keyed hash of it is stored.',
  'people.idleMinutes': 'Minutes without a scan, a key or a click after which the person is signed out.',
  'people.deletionsPerHour': 'Most deletions of one packer within an hour; `null` removes the limit.',
  'people.reprintsPerHour': 'Most further copies of labels of one packer within an hour; `null` removes the limit.',
  spending: 'What orders may cost.',
  'spending.capPerHour':
    "Most that may be charged within an hour, with tax, in the environment's currency; `null` removes the limit.",
  fleet:
    'A site of several benches, over a NATS server, which share what they know of orders, labels and deletions. It is taken as a whole.',
  'fleet.bench': 'The name of this bench in the site, which no other bench has: small letters, digits and `-`.',
  'fleet.role': 'A bench, or the hub of the site, which has no window.',
  'fleet.servers':
    'The addresses of the servers of one cluster, such as `tls://site.example:4222`. `nats://` without encryption is allowed only for this computer.',
  'fleet.caFile':
    "A PEM file with the certificate authority of the servers, and no other is believed. Without it, the public authorities are. A relative path begins at the provisioning file's folder.",
  'fleet.keyFile':
    "A file that holds the key of this bench (`SU…`) and is readable by its owner only. The key goes into the protected store. Needed unless every server is on this computer. A relative path begins at the provisioning file's folder.",
  'fleet.environments':
    'The names of the environments that are shared, never practice. An empty list takes the bench out of the site.',
  'fleet.alone':
    'Without the site, `own` prints the parcels of this bench alone, `ask` asks before it prints others, and `never` prints nothing.',
  'fleet.wishes':
    'What other benches get when they ask for a parcel of this bench: `answer` gives it to them, `refuse` never does, and an operator there decides. With `refuse`, deletions of benches that do not hold the parcel are not used.',
};

/** What is inside these is written by a program, not by hand. */
const writtenByPrograms = ['environments[].profile', 'printers[].known'];

const httpsAddress =
  '^(?:https://[^/?#@]+|http://(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])(?::\\d+)?)(?:[/?][^#]*)?$';
const onThisComputer = '^[a-z]+://(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])(?::\\d+)?$';
const forbidden = (...keys: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, false])),
});
const needed = (key: string, other: string) => ({
  type: 'object',
  properties: { [key]: { type: 'string' }, [other]: false },
  required: [key],
});

/** Rules of the reader that are functions there, as keywords of JSON Schema. */
const keywords: Readonly<Record<string, object>> = {
  'station.scanners[]': { oneOf: [needed('port', 'model'), needed('model', 'port')] },
  'station.scanners[].model': { pattern: '^[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}$' },
  'environments[]': {
    anyOf: [forbidden('tokenFile', 'tokenEnv'), forbidden('token', 'tokenEnv'), forbidden('token', 'tokenFile')],
  },
  'environments[].baseUrl': { pattern: httpsAddress },
  'environments[].labelUrl': { pattern: httpsAddress },
  printers: {
    contains: { type: 'object', properties: { default: { const: true } }, required: ['default'] },
    minContains: 0,
    maxContains: 1,
  },
  'webhooks.publicAddress': { pattern: '^https?://[^?#@]+$' },
  'network.proxy': { pattern: '^https?://' },
  fleet: {
    anyOf: [
      { type: 'object', properties: { keyFile: { type: 'string' } }, required: ['keyFile'] },
      {
        type: 'object',
        properties: { servers: { type: 'array', items: { type: 'string', pattern: onThisComputer } } },
      },
    ],
  },
};

/**
 * The JSON Schema of the provisioning file, for editors. Unknown keys are allowed, because the reader ignores them. Throws for a key
 * without a description, and for a description without a key.
 */
export function jsonSchemaOfProvisioning(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(provisioningFileSchema, { io: 'input' }) as JsonSchema;
  const described = new Set<string>();
  const complete = (part: JsonSchema, path: string): JsonSchema => {
    const description = descriptions[path];
    if (description !== undefined) described.add(path);
    const isByHand = !writtenByPrograms.some((own) => path.startsWith(`${own}.`));
    if (description === undefined && isByHand && path !== '' && !path.endsWith('[]'))
      throw new Error(`The provisioning key ${path} has no description.`);
    const inner = (key: string): string => (path === '' ? key : `${path}.${key}`);
    return {
      ...(description !== undefined && { description }),
      ...part,
      ...(part.properties && {
        properties: Object.fromEntries(
          Object.entries(part.properties).map(([key, value]) => [key, complete(value, inner(key))]),
        ),
      }),
      ...(part.items && { items: complete(part.items, `${path}[]`) }),
      ...(part.oneOf && { oneOf: part.oneOf.map((option) => ({ ...complete(option, path), description: undefined })) }),
      ...keywords[path],
    };
  };
  const completed = complete(schema, '');
  const unused = Object.keys(descriptions).filter((path) => !described.has(path));
  if (unused.length > 0) throw new Error(`No provisioning key: ${unused.join(', ')}`);
  return { $schema, title: 'Provisioning file of Packbench', ...completed };
}

/** The reference of all keys in Markdown, one table for each key of the file: docs/provisioning.md. */
export function provisioningReference(): string {
  const { properties = {}, required } = jsonSchemaOfProvisioning();
  const isGroup = (part: JsonSchema): boolean => part.properties !== undefined || part.items !== undefined;
  const entries = Object.entries(properties);
  const single = entries.filter(([, part]) => !isGroup(part)).map(([key, part]) => row(key, part, required));
  const groups = entries
    .filter(([, part]) => isGroup(part))
    .map(([key, part]) => {
      const most = part.maxItems === undefined ? '' : ` At most ${part.maxItems} entries.`;
      return [`## ${key}`, '', `${part.description}${most}`, '', ...table(rows(part, key))].join('\n');
    });
  return `${[introduction, '## Single keys', table(single).join('\n'), ...groups].join('\n\n')}\n`;
}

const introduction = `# Provisioning file: all keys

Generated from \`src/main/provisioning/provisioning-schema.ts\`. README explains what the file is for.

The file is JSON. Every key is optional, except those marked "required" inside an entry. Unknown keys are named in a warning and ignored;
any other fault rejects the whole file.

Editors complete and check the file by its JSON Schema. The package installs it; a build writes it to \`out/main/provisioning.schema.json\`.
Name it in the file:

    "$schema": "file:///usr/share/packbench/provisioning.schema.json"

Only Packbench itself checks that names in a list differ, that an address has a valid port, that named files and variables exist, that a
webhook header is none that browsers send, and that entries are complete together with the settings of the station.`;

const table = (lines: readonly string[]): string[] => ['| key | value | meaning |', '| --- | --- | --- |', ...lines];

const row = (path: string, part: JsonSchema, required: readonly string[] = []): string => {
  const isRequired = required.includes(path.split('.').at(-1) ?? '');
  return `| \`${path}\` | ${[...(isRequired ? ['required'] : []), valueText(part)].join('; ')} | ${part.description} |`;
};

/** The rows of everything inside a group, each path once: kinds of one entry share keys. */
function rows(part: JsonSchema, path: string): string[] {
  const entry = part.items ?? part;
  const prefix = part.items ? `${path}[]` : path;
  const objects = [entry, ...(entry.oneOf ?? [])];
  const kinds = entry.properties ? [] : (entry.oneOf ?? []).flatMap((option) => option.properties?.kind?.const ?? []);
  const found = objects.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, inner]) => {
      if (typeof inner !== 'object' || inner.description === undefined) return [];
      const isKind = key === 'kind' && kinds.length > 0;
      const shown = isKind ? { ...inner, const: undefined, enum: kinds } : inner;
      return [row(`${prefix}.${key}`, shown, required), ...rows(inner, `${prefix}.${key}`)];
    }),
  );
  return [...new Set(found)];
}

/** The values that a key may have. */
function valueText(part: JsonSchema): string {
  const { type, minimum, maximum, exclusiveMinimum, maxLength, default: preset } = part;
  const suffix = preset === undefined ? '' : `, else ${JSON.stringify(preset)}`;
  if (Array.isArray(part.enum)) return part.enum.map((value) => `\`${value}\``).join(', ') + suffix;
  if (part.anyOf && type === undefined) return part.anyOf.map(valueText).join(' or ');
  if (type === 'null') return '`null`';
  if (type === 'boolean') return `\`true\` or \`false\`${suffix}`;
  if (type === 'array') return `list, at most ${part.maxItems}`;
  if (type === 'integer') return `whole number, ${minimum} to ${maximum}${suffix}`;
  if (type === 'number') return exclusiveMinimum === undefined ? `number, ${minimum} to ${maximum}` : 'number above 0';
  if (type === 'string') return maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`;
  return part.properties || part.oneOf ? 'object' : 'any';
}
