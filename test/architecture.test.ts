import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { breaches, type ImportLaw, sourceFiles } from './import-law.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const channels = 'shared/station-channels';
const ports = 'main/core/ports';
const edge = ['shared', ports];

/**
 * Who may import whom. Dependencies go one way, down the picture in ARCHITECTURE.md: values in `shared`, decisions in `core`,
 * effects at the edge. Whatever is not here is forbidden; a new layer or package is one line.
 */
const law: ImportLaw = {
  shared: { may: [], packages: ['zod'] },
  [channels]: { may: [], packages: [] },

  preload: { may: [channels], packages: ['electron'] },

  'main/zpl': { may: ['shared'], packages: [] },
  // What core asks of the world, in core's own words.
  [ports]: { may: ['shared', 'main/core'], packages: [] },
  'main/core': { may: ['shared', ports, 'main/zpl'], packages: ['node:crypto'] },
  'main/calls': { may: ['shared', ports, 'main/core'], packages: ['node:crypto'] },

  'main/service': { may: edge, packages: ['node:*', 'undici', 'zod'] },
  'main/labels': {
    may: [...edge, 'main/zpl'],
    packages: ['node:*', 'zod', 'zpl-renderer-js', 'zxing-wasm', '@hyzyla/pdfium'],
  },
  'main/printers': {
    may: [...edge, 'main/zpl'],
    packages: ['node:*', 'zod', 'koffi', 'bonjour-service', 'ipp-encoder'],
  },
  'main/storage': { may: edge, packages: ['node:*', 'zod', '@photostructure/sqlite'] },
  'main/export': { may: edge, packages: ['node:*'] },
  'main/webhook': { may: edge, packages: ['node:*', 'zod', 'fastify'] },
  'main/import': { may: edge, packages: ['node:*'] },
  'main/spreadsheets': { may: edge, packages: ['node:*', 'zod', 'fflate', 'read-excel-file'] },
  'main/practice': { may: ['shared'], packages: ['node:*', 'zod', 'fastify', 'pdfkit', 'bwip-js'] },
  'main/provisioning': { may: ['shared'], packages: ['node:*', 'zod'] },

  'main/compose-batch': {
    may: [...edge, 'main/core', 'main/export', 'main/import', 'main/spreadsheets'],
    packages: [],
  },
  'main/compose-environment': {
    may: [...edge, 'main/core', 'main/compose-import', 'main/export', 'main/practice', 'main/service'],
    packages: ['node:*'],
  },
  'main/compose-webhook': { may: [...edge, 'main/core', 'main/webhook'], packages: ['node:crypto'] },
  'main/compose-filing': { may: edge, packages: [] },
  'main/compose-import': { may: [...edge, 'main/core', 'main/import'], packages: [] },
  'main/compose-settings': { may: [...edge, 'main/core', 'main/provisioning', 'main/service'], packages: [] },
  'main/compose-printing': { may: [...edge, 'main/core', 'main/printers'], packages: [] },
  'main/network-watch': { may: [ports], packages: ['node:os'] },
  'main/show-environment': { may: ['shared', 'main/calls', 'main/compose-environment'], packages: [] },
  'main/compose': {
    may: [
      ...[...edge, 'main/core', 'main/calls', 'main/compose-environment', 'main/compose-printing'],
      ...[
        'main/compose-batch',
        'main/compose-filing',
        'main/import',
        'main/compose-webhook',
        'main/compose-settings',
        'main/network-watch',
        'main/show-environment',
        'main/labels',
        'main/printers',
        'main/storage',
      ],
    ],
    packages: ['node:*'],
  },

  // Only these and the preload import electron; `main/window` beside window.ts holds its parts that need none.
  'main/vault': { may: edge, packages: ['node:*', 'zod', 'electron'] },
  'main/desktop': { may: edge, packages: ['node:*', 'electron', 'electron-store'] },
  'main/window': { may: edge, packages: ['node:*', 'zod'] },
  'main/window.ts': { may: [...edge, 'main/window'], packages: ['node:*', 'electron'] },
  'main/ipc': { may: [...edge, channels, 'main/compose', 'main/window'], packages: ['electron'] },
  'main/error-log': { may: edge, packages: [] },
  'main/index': {
    may: [
      ...[...edge, 'main/compose', 'main/desktop', 'main/error-log', 'main/ipc', 'main/provisioning', 'main/service'],
      ...['main/vault', 'main/window.ts'],
    ],
    packages: ['node:*', 'electron'],
  },

  'renderer/styles': {
    may: [],
    packages: ['@fontsource/atkinson-hyperlegible-next', '@fontsource/atkinson-hyperlegible-mono'],
  },
  'renderer/ui': { may: [], packages: ['react', 'react-aria-components', 'lucide-react'] },
  'renderer/sound': { may: [], packages: [] },
  'renderer/words': { may: ['shared', 'renderer/ui', 'renderer/sound'], packages: ['react', 'lucide-react'] },
  'renderer/station': { may: ['shared'], packages: ['zod'] },
  'renderer/stores': {
    may: ['shared', 'renderer/station', 'renderer/scanner', 'renderer/sound', 'renderer/words'],
    packages: ['react', 'zustand'],
  },
  'renderer/scanner': {
    may: ['shared', 'renderer/station', 'renderer/stores', 'renderer/sound', 'renderer/words'],
    packages: ['react', 'zustand'],
  },
  'renderer/shell': {
    may: ['shared', 'renderer/station', 'renderer/stores', 'renderer/scanner', 'renderer/ui', 'renderer/words'],
    packages: ['react', 'react-aria-components', 'lucide-react', 'zustand'],
  },
  'renderer/screens': {
    may: [
      ...['shared', 'renderer/station', 'renderer/stores', 'renderer/scanner', 'renderer/shell', 'renderer/ui'],
      ...['renderer/words', 'renderer/sound'],
    ],
    packages: ['react', 'react-aria-components', '@tanstack/react-virtual', 'lucide-react', 'zustand'],
  },
  'renderer/app': { may: ['renderer/screens', 'renderer/shell', 'renderer/stores'], packages: ['react'] },
  'renderer/main': {
    may: ['renderer/app', 'renderer/scanner', 'renderer/shell', 'renderer/styles', 'renderer/parse-without-eval'],
    packages: ['react', 'react-dom'],
  },
  'renderer/parse-without-eval': { may: [], packages: ['zod'] },
};

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the import law', () => {
  it('holds in every file', () => {
    expect(breaches(join(root, 'src'), law)).toEqual([]);
  });

  it('names no package that package.json does not', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const named = Object.values(law).flatMap(({ packages }) => packages.filter((name) => !name.startsWith('node:')));
    expect(named.filter((name) => !(name in dependencies) && !(name in devDependencies))).toEqual([]);
  });

  it('names no layer that it does not describe', () => {
    const named = Object.values(law).flatMap(({ may }) => may);
    expect(named.filter((name) => !(name in law))).toEqual([]);
  });

  it('lets the window’s bridge be touched in one file alone', () => {
    const touching = sourceFiles(join(root, 'src')).filter((file) => /\bwindow\.station\b/.test(read(`src/${file}`)));
    expect(touching).toEqual(['renderer/station.ts']);
  });
});

describe('the tests', () => {
  it('replace no module by another: parts are real, or handed in', () => {
    const replacing = sourceFiles(join(root, 'test')).filter((file) =>
      /\bvi\s*\.\s*(mock|doMock|hoisted|importMock)\b/.test(read(`test/${file}`)),
    );
    expect(replacing).toEqual([]);
  });
});

describe('the law itself, on a tree made to break it', () => {
  const badTree: Record<string, string> = {
    'main/core/outbox.ts': "import { app } from 'electron';\nimport type { Tcp } from '../printers/tcp.ts';",
    'main/core/labels.ts': "import {\n  type One,\n  two,\n} from '../../shared/scan.ts';\nimport 'node:fs';",
    'main/printers/tcp.ts': "const net = await import('node:net');\nconst core = require('../core/outbox.ts');",
    'main/service/client.ts': "import { request } from 'undici/lib/api';\nexport { request };",
    'main/odd/file.ts': '',
    'preload/index.ts':
      "import { callChannel } from '../shared/station-channels.ts';\nimport { scan } from '../shared/scan.ts';",
    'renderer/ui/button.tsx': "import { call } from '../station.ts';",
    'renderer/stores/orders.ts': 'export const later = () => import(`../../main/core/outbox.ts`);',
    'renderer/screens/scan.tsx': 'export const load = (name: string) => import(name);',
    'shared/all.ts': "export * from './scan.ts';\nexport { type Scan as S } from './scan.ts';",
    'shared/far.ts': "import { x } from '../../test/import-law.ts';",
    'shared/scan.ts': "import { z } from 'zod';\nexport const from = z.string();",
  };

  it('names every breach, and nothing that is allowed', () => {
    const tree = mkdtempSync(join(tmpdir(), 'packbench-law-'));
    for (const [file, source] of Object.entries(badTree)) {
      mkdirSync(join(tree, dirname(file)), { recursive: true });
      writeFileSync(join(tree, file), source);
    }
    const found = breaches(tree, law);
    rmSync(tree, { recursive: true });
    expect(found).toEqual([
      'main/core/labels.ts imports node:fs',
      'main/core/outbox.ts imports electron',
      'main/core/outbox.ts imports main/printers/tcp.ts',
      'main/odd/file.ts belongs to no layer',
      'main/printers/tcp.ts imports main/core/outbox.ts',
      'preload/index.ts imports shared/scan.ts',
      'renderer/screens/scan.tsx imports a path known only at run time',
      'renderer/stores/orders.ts imports main/core/outbox.ts',
      'renderer/ui/button.tsx imports renderer/station.ts',
      'shared/all.ts passes on what another file exports',
      'shared/far.ts imports ../test/import-law.ts',
    ]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('has a line for every source file, so that a newcomer finds the file for any part', () => {
    const tree = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const told = new Set<string>();
    let folder = '';
    for (const line of tree.split('\n')) {
      folder = /^(src\/\S*)\/$/.exec(line)?.[1] ?? folder;
      const name = /^ {2}(\S+\.tsx?) +\S/.exec(line)?.[1];
      if (name) told.add(`${folder}/${name}`);
    }
    const files = sourceFiles(join(root, 'src'))
      .filter((file) => !file.endsWith('.d.ts'))
      .map((file) => `src/${file}`);
    expect([...told].sort()).toEqual(files.sort());
  });
});
