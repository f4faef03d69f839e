import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ImportRules, sourceFiles, violations } from './helpers/import-rules.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const channels = 'shared/contract/station-channels';
const limits = 'shared/contract/call-limits';
const pressedKey = 'shared/contract/pressed-key';
const sentences = 'shared/messages/sentences';
const ports = 'main/core/ports';
const adapter = ['shared', ports, 'main/concurrency'];
const windowParts = [
  ...['shared', 'renderer/data', 'renderer/presentation', 'renderer/scanner', 'renderer/text', 'renderer/ui'],
];

/**
 * Which folder may import which. Dependencies point down the picture in ARCHITECTURE.md: values in `shared`, decisions in `core`,
 * I/O in adapters. Whatever is not listed is forbidden; a new folder or package is one line.
 */
const rules: ImportRules = {
  shared: { may: [], packages: ['zod'] },
  [channels]: { may: [], packages: [] },
  // The one place that fills the sentences of a catalogue.
  [sentences]: { may: ['shared'], packages: ['intl-messageformat'] },

  [limits]: { may: ['shared'], packages: [] },
  [pressedKey]: { may: [], packages: [] },
  preload: { may: [channels, limits, pressedKey], packages: ['electron'] },

  'main/concurrency': { may: [], packages: ['node:*'] },
  'main/text': { may: ['shared', sentences], packages: [] },
  'main/zpl': { may: ['shared'], packages: [] },
  [ports]: { may: ['shared', 'main/core'], packages: [] },
  'main/core': { may: ['shared', ports, 'main/concurrency', 'main/text', 'main/zpl'], packages: ['node:crypto'] },

  'main/service': { may: adapter, packages: ['node:*', 'undici', 'zod'] },
  'main/labels': {
    may: [...adapter, 'main/zpl'],
    packages: ['node:*', 'zod', 'fast-png', 'lru-cache', 'zpl-renderer-js', 'zxing-wasm', '@hyzyla/pdfium'],
  },
  // Command cards carry names and sentences, which no other label of the station's own does.
  'main/labels/command-sheet': { may: ['shared', 'main/text', 'main/labels/code-128'], packages: ['pdfkit'] },
  'main/labels/code-128': { may: [], packages: ['bwip-js'] },
  'main/printers': {
    may: [...adapter, 'main/zpl'],
    packages: ['node:*', 'zod', 'koffi', 'bonjour-service', 'ipp-encoder'],
  },
  'main/storage': { may: adapter, packages: ['node:*', 'zod', '@photostructure/sqlite'] },
  'main/files': { may: adapter, packages: ['node:*', 'zod', 'fflate', 'pino', 'read-excel-file'] },
  'main/webhook': { may: adapter, packages: ['node:*', 'zod', 'fastify'] },
  'main/practice': {
    may: ['shared', 'main/concurrency', 'main/labels/code-128'],
    packages: ['node:*', 'zod', 'fastify', 'pdfkit', 'bwip-js'],
  },
  'main/provisioning': { may: ['shared', 'main/text'], packages: ['node:*', 'zod'] },

  'main/site': { may: adapter, packages: ['node:*', 'zod', '@nats-io/jetstream', '@nats-io/transport-node'] },
  // An environment of the settings as the site sees it.
  'main/site/join-site': { may: ['shared', 'main/core', 'main/service', 'main/site'], packages: [] },
  // Where a bench's key is kept: of this the station needs to know also without a site.
  'main/site/site-key': { may: ['shared', ports], packages: [] },

  'main/station': {
    may: [
      ...[...adapter, 'main/core', 'main/files', 'main/labels', 'main/practice', 'main/printers', 'main/provisioning'],
      ...[
        'main/labels/code-128',
        'main/labels/command-sheet',
        'main/service',
        'main/site',
        'main/site/join-site',
        'main/site/site-key',
        'main/storage',
        'main/text',
        'main/webhook',
      ],
    ],
    packages: ['node:*'],
  },
  // The station's parts without a window, a printer and a token.
  'main/hub': {
    may: [
      ...[...adapter, 'main/core', 'main/files', 'main/provisioning', 'main/service', 'main/site', 'main/station'],
      ...['main/site/join-site', 'main/storage', 'main/text'],
    ],
    packages: ['node:*'],
  },
  // The files that import electron.
  'main/app': {
    may: [
      ...[...adapter, channels, limits, 'main/files', 'main/hub', 'main/provisioning', 'main/service'],
      ...['main/site/site-key', 'main/start/compiled-code', 'main/station', 'main/text'],
    ],
    packages: ['node:*', 'zod', 'electron', 'electron-store', 'koffi', 'serialport'],
  },
  // The first files of main and of the records' thread, before all others.
  'main/start': { may: ['main/app', 'main/start/compiled-code', 'main/storage'], packages: ['node:*'] },
  'main/start/compiled-code': { may: [], packages: ['node:*'] },

  'renderer/text': { may: ['shared', sentences], packages: [] },
  'renderer/ui': {
    may: ['shared', 'renderer/text'],
    packages: [
      ...['react', 'react-aria-components', 'lucide-react', 'recharts'],
      ...['@fontsource/atkinson-hyperlegible-next', '@fontsource/atkinson-hyperlegible-mono'],
    ],
  },
  'renderer/data': { may: ['shared', 'renderer/text'], packages: ['react', 'zustand'] },
  // Tone, icon and text of each state.
  'renderer/presentation': {
    may: ['shared', 'renderer/text', 'renderer/ui'],
    packages: ['react', 'lucide-react'],
  },
  'renderer/scanner': {
    may: [pressedKey, 'shared', 'renderer/data', 'renderer/presentation', 'renderer/text', 'renderer/ui'],
    packages: ['react', 'lucide-react', 'zustand'],
  },
  'renderer/screens': {
    may: windowParts,
    packages: ['react', 'react-aria-components', '@tanstack/react-virtual', 'lucide-react', 'zustand'],
  },
  'renderer/app': {
    may: [...windowParts, 'renderer/screens'],
    packages: ['react', 'react-aria-components', 'lucide-react', 'zustand'],
  },
  'renderer/main': { may: [...windowParts, 'renderer/app'], packages: ['react', 'react-dom', 'react-aria-components'] },
};

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('import rules', () => {
  it('hold in every file', () => {
    expect(violations(join(root, 'src'), rules)).toEqual([]);
  });

  it('name only packages of package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const named = Object.values(rules).flatMap(({ packages }) => packages.filter((name) => !name.startsWith('node:')));
    expect(named.filter((name) => !(name in dependencies) && !(name in devDependencies))).toEqual([]);
  });

  it('name only layers that they describe', () => {
    const named = Object.values(rules).flatMap(({ may }) => may);
    expect(named.filter((name) => !(name in rules))).toEqual([]);
  });

  it('let one file alone use the window’s bridge', () => {
    const touching = sourceFiles(join(root, 'src')).filter((file) => /\bwindow\.station\b/.test(read(`src/${file}`)));
    expect(touching).toEqual(['renderer/data/station-client.ts']);
  });
});

/** What a file loads at once, in paths under src: its imports of values and theirs, without those that wait for `import()`. */
function loadedAtOnce(file: string, found = new Set<string>()): Set<string> {
  found.add(file);
  for (const [, from = ''] of read(`src/${file}`).matchAll(/^import (?!type )(?:[^'"]*? from )?'([^']+)'/gm)) {
    if (!from.startsWith('.')) found.add(from);
    else if (!found.has(join(dirname(file), from))) loadedAtOnce(join(dirname(file), from), found);
  }
  return found;
}

describe('start', () => {
  it('nothing but what the window needs is loaded before it opens: no schema, no sentence, no storage', () => {
    const loaded = [...loadedAtOnce('main/app/index.ts')].filter((name) => !name.startsWith('node:'));
    expect(loaded.sort()).toEqual([
      'electron',
      ...[
        'data-folder',
        'error-log',
        'index',
        'ipc',
        'page-policy',
        'refused-switches',
        'secret-variables',
        'window-bounds',
        'window',
      ].map((name) => `main/app/${name}.ts`),
      ...['main/concurrency/throttled-notifier.ts', 'main/concurrency/waiting.ts'],
      ...['call-limits', 'changes', 'station-channels'].map((name) => `shared/contract/${name}.ts`),
      ...['hidden-text', 'language'].map((name) => `shared/values/${name}.ts`),
    ]);
  });

  it('main opens the station without the database, HTTP, compression, the webhook listener, PDF and spreadsheets', () => {
    const loaded = [...loadedAtOnce('main/app/open-station.ts')].filter((name) => !name.endsWith('.ts'));
    expect(loaded.filter((name) => !name.endsWith('.json')).sort()).toEqual([
      ...['electron', 'electron-store', 'intl-messageformat', 'ipp-encoder', 'lru-cache'],
      ...[
        'async_hooks',
        'child_process',
        'crypto',
        'dgram',
        'fs',
        'fs/promises',
        'net',
        'os',
        'path',
        'timers/promises',
        'url',
        'util',
        'worker_threads',
      ].map((name) => `node:${name}`),
      'zod',
    ]);
  });
});

describe('a bench without a site', () => {
  it('loads nothing of the site but the name under which its key would be kept', () => {
    const loaded = [...loadedAtOnce('main/app/open-station.ts')].filter((name) => /nats|^main\/site\//.test(name));
    expect(loaded).toEqual(['main/site/site-key.ts']);
  });
});

describe('test rules', () => {
  it('no test mocks a module: parts are real, or passed in', () => {
    const replacing = sourceFiles(join(root, 'test')).filter((file) =>
      /\bvi\s*\.\s*(mock|doMock|hoisted|importMock)\b/.test(read(`test/${file}`)),
    );
    expect(replacing).toEqual([]);
  });
});

describe('import rules: a source tree that breaks them', () => {
  const badTree: Record<string, string> = {
    'main/core/outbox.ts': "import { app } from 'electron';\nimport type { Tcp } from '../printers/tcp.ts';",
    'main/core/labels.ts': "import {\n  type One,\n  two,\n} from '../../shared/scan.ts';\nimport 'node:fs';",
    'main/printers/tcp.ts': "const net = await import('node:net');\nconst core = require('../core/outbox.ts');",
    'main/service/client.ts': "import { request } from 'undici/lib/api';\nexport { request };",
    'main/odd/file.ts': '',
    'preload/index.ts':
      "import { callChannel } from '../shared/contract/station-channels.ts';\nimport { scan } from '../shared/scan.ts';",
    'renderer/ui/button.tsx': "import { call } from '../data/station-client.ts';",
    'renderer/data/orders.ts': 'export const later = () => import(`../../main/core/outbox.ts`);',
    'renderer/screens/scan.tsx': 'export const load = (name: string) => import(name);',
    'shared/all.ts': "export * from './scan.ts';\nexport { type Scan as S } from './scan.ts';",
    'shared/far.ts': "import { x } from '../../test/import-law.ts';",
    'shared/scan.ts': "import { z } from 'zod';\nexport const from = z.string();",
  };

  it('has each violation reported, and nothing that is allowed', () => {
    const tree = mkdtempSync(join(tmpdir(), 'packbench-law-'));
    for (const [file, source] of Object.entries(badTree)) {
      mkdirSync(join(tree, dirname(file)), { recursive: true });
      writeFileSync(join(tree, file), source);
    }
    const found = violations(tree, rules);
    rmSync(tree, { recursive: true });
    expect(found).toEqual([
      'main/core/labels.ts imports node:fs',
      'main/core/outbox.ts imports electron',
      'main/core/outbox.ts imports main/printers/tcp.ts',
      'main/odd/file.ts belongs to no layer',
      'main/printers/tcp.ts imports main/core/outbox.ts',
      'preload/index.ts imports shared/scan.ts',
      'renderer/data/orders.ts imports main/core/outbox.ts',
      'renderer/screens/scan.tsx imports a path known only at run time',
      'renderer/ui/button.tsx imports renderer/data/station-client.ts',
      'shared/all.ts passes on what another file exports',
      'shared/far.ts imports ../test/import-law.ts',
    ]);
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');

  it('has a line for every folder of the source', () => {
    const folders = new Set(sourceFiles(join(root, 'src')).map((file) => dirname(file)));
    expect([...folders].filter((folder) => !page.includes(`\n${folder}/ `)).sort()).toEqual([]);
  });

  it('stays under 150 lines', () => {
    expect(page.split('\n').length).toBeLessThan(150);
  });
});
