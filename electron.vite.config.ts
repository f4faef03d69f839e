import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { build, type Plugin } from 'vite';
import { pageFiles } from './scripts/build-plugins/page-files.mjs';
import { schemasOnFirstUse } from './scripts/build-plugins/schemas-on-first-use.mjs';
import { BUNDLED_PACKAGES, PACKAGE_FILES } from './scripts/packaging/staged-files.mjs';
import { billOfMaterialsFile } from './scripts/set-up/bill-of-materials.mjs';
import { licencesFile } from './scripts/set-up/licences.mjs';
import { jsonSchemaOfProvisioning } from './src/main/provisioning/provisioning-schema.ts';
import { english } from './src/renderer/text/en/catalogue.ts';
import { englishMessages } from './src/shared/messages/en/messages.ts';
import { directionOf, languages } from './src/shared/values/language.ts';

/** Sentences as one text each: V8 parses that in a tenth of the time that it needs for an object of 3,000 members. */
const json = { namedExports: false, stringify: true };

/**
 * The package of the settings brings a compiler of JSON schemas and a comparison of versions, 150 KB, for schemas and migrations that no
 * file of ours has: zod checks the settings.
 */
function withoutSettingsSchemas(): Plugin {
  const unused = new Set(['ajv/dist/2020.js', 'ajv-formats', 'semver']);
  const id = '\0unused-by-settings';
  return {
    name: 'packbench-without-settings-schemas',
    enforce: 'pre',
    resolveId: (source, importer) =>
      unused.has(source) && /[\\/]node_modules[\\/]conf[\\/]/.test(importer ?? '') ? id : null,
    load: (loaded) => (loaded === id ? 'export const Ajv2020 = null;\nexport default null;\n' : null),
  };
}

/**
 * Node's cryptography, read when main first needs it: Node compiles modules of its own for it, 6 ms, and the first screen needs nothing of
 * it. Nor do the settings, which are not encrypted.
 */
function cryptographyOnFirstUse(): Plugin {
  const functions = new Set([
    'createHash',
    'createHmac',
    'hash',
    'randomBytes',
    'randomInt',
    'randomUUID',
    'timingSafeEqual',
  ]);
  const onUse = (name: string): string =>
    `const ${name} = (...given) => process.getBuiltinModule('node:crypto').${name}(...given);`;
  return {
    name: 'packbench-cryptography-on-first-use',
    enforce: 'pre',
    transform(code, id) {
      if (/[\\/]node_modules[\\/]conf[\\/]/.test(id))
        return { code: code.replace("import crypto from 'node:crypto';", 'const crypto = null;'), map: null };
      if (!/[\\/]src[\\/]main[\\/]/.test(id)) return null;
      const onFirstUse = code.replace(/^import \{ ([\w, ]+) \} from 'node:crypto';$/m, (statement, names: string) =>
        names.split(', ').every((name) => functions.has(name)) ? names.split(', ').map(onUse).join(' ') : statement,
      );
      return { code: onFirstUse, map: null };
    },
  };
}

/**
 * Schemas of zod without their writers of JSON Schema, 18 KB in each file that has zod: the schema of the provisioning file is written by
 * the build, which reads zod as it is.
 */
function withoutSchemaWriters(): Plugin {
  return {
    name: 'packbench-without-schema-writers',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/.test(id)) return null;
      const kept = code
        .replace(/^ +inst\._zod\.processJSONSchema = .*\bprocessors\.\w+Processor\(inst, ctx, json, params\);$/gm, '')
        .replace(/^ +(input|output): createStandardJSONSchemaMethod\(this, "\1"\),$/gm, '')
        .replace(
          /^ +return createToJSONSchemaMethod\(this, \{\}\)\(params\);$/m,
          'throw new Error("no writer of JSON Schema");',
        );
      return { code: kept, map: null };
    },
  };
}

/**
 * Marks what the values of `shared` compute at their import as free of side effects, which they are: a build then leaves out what is not
 * used, such as the schemas of a file of which the page, or the records' thread, needs the names alone.
 */
function withoutUnusedValues(): Plugin {
  return {
    name: 'packbench-without-unused-values',
    enforce: 'post',
    transform(code, id) {
      if (!/[\\/]src[\\/]shared[\\/][^?]*\.ts$/.test(id)) return null;
      const values = this.parse(code)
        .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
        .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
        .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
      let marked = code;
      for (const { start, end } of values.reverse())
        marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`;
      return { code: marked, map: null, moduleSideEffects: false };
    },
  };
}

/**
 * The package of the widgets asks which language the system speaks as soon as it is read, for which Chromium lists every language that it
 * knows. The page speaks the language that main wrote into it, and gives it to all widgets.
 */
function withoutSystemLanguage(): Plugin {
  return {
    name: 'packbench-without-system-language',
    enforce: 'pre',
    load: (id) => (/[\\/]i18n[\\/]useDefaultLocale\.mjs$/.test(id) ? pageLanguage : null),
  };
}
const pageLanguage = `const { lang: locale, dir: direction } = document.documentElement;
export const getDefaultLocale = () => ({ locale, direction });
export const useDefaultLocale = getDefaultLocale;
`;

/** Code, or JSON, with an escape for each character that is not of ASCII: they stand in texts and regular expressions alone. */
const withoutOtherCharacters = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Scripts of ASCII characters: a single `→` makes V8 keep, and read, two bytes for each character of its file.
 */
function inAscii(): Plugin {
  return {
    name: 'packbench-in-ascii',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = withoutOtherCharacters(output.code);
    },
  };
}

/** The sentences by their keys, from one text of JSON that has each long one once: where another key has the same, "=" and that key. */
function codeOf(name: string, sentences: Readonly<Record<string, string>>): string {
  const keys = new Map(
    Object.entries(sentences)
      .reverse()
      .map(([key, sentence]) => [sentence, key]),
  );
  const written = Object.entries(sentences).map(([key, sentence]) => {
    const first = keys.get(sentence) ?? key;
    return [key, first === key || sentence.length < first.length + 20 ? sentence : `=${first}`];
  });
  const json = withoutOtherCharacters(JSON.stringify(Object.fromEntries(written)));
  return `export const ${name} = JSON.parse(${JSON.stringify(json)});
for (const key in ${name}) if (${name}[key][0] === '=') ${name}[key] = ${name}[${name}[key].slice(1)];\n`;
}

/** Each catalogue as one text in a build: to parse its files one by one and merge them takes three times as long, 5 ms of a start. */
function wholeCatalogues(): Plugin {
  const catalogues = {
    english: [/[\\/]text[\\/]en[\\/]catalogue\.ts$/, english],
    englishMessages: [/[\\/]messages[\\/]en[\\/]messages\.ts$/, englishMessages],
  } as const;
  return {
    name: 'packbench-whole-catalogues',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      for (const [name, [file, sentences]] of Object.entries(catalogues))
        if (file.test(id)) return codeOf(name, sentences);
      return null;
    },
  };
}

/** Writes the JSON Schema of the provisioning file, for editors, into main's build. */
const provisioningSchemaFile = (): Plugin => ({
  name: 'packbench-provisioning-schema',
  generateBundle() {
    const source = `${JSON.stringify(jsonSchemaOfProvisioning(), null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: 'provisioning.schema.json', source });
  },
});

const program = 'src/main/start/main.ts';

/**
 * Main's scripts, and those of its records' thread, are CommonJS: `compiled-code.ts` runs those as the build compiled them. What they read
 * later is read by `require`, too, because V8's scripts import nothing without a flag of Node.
 */
const commonJs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  dynamicImportInCjs: false,
} as const;

/** One file of all that these modules import at once, not of what they import when they need it; what several files would have is in the first. */
function filesOf(files: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(files).map(([name, roots], index, all) => ({
    debugName: name,
    priority: all.length - index,
    name(id: string, modules: { getModuleInfo(id: string): { importedIds: readonly string[] } | null }): string | null {
      const reached = new Set<string>();
      const reach = (module: string): void => {
        if (reached.has(module)) return;
        reached.add(module);
        for (const imported of modules.getModuleInfo(module)?.importedIds ?? []) reach(imported);
      };
      for (const root of roots) reach(resolve(root));
      return reached.has(id) ? name : null;
    },
  }));
}

const mainTarget = 'node20.18';
// Its build without threads, which nothing uses: the other one names a variable `require`, as electron-vite does in each file.
const alias = { fflate: 'fflate/browser' };

/** Stops a build whose files import what the package does not contain: on this computer, it would be found in `node_modules`. */
function onlyStagedImports(): Plugin {
  const staged = Object.keys(PACKAGE_FILES);
  const isStaged = (name: string): boolean => staged.some((folder) => name === folder || name.startsWith(`${folder}/`));
  return {
    name: 'packbench-only-staged-imports',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        const outside = [...output.imports, ...output.dynamicImports].filter((name) => !(name in bundle));
        const missing = outside.filter((name) => !isBuiltin(name) && name !== 'electron' && !isStaged(name));
        if (missing.length > 0) this.error(`${output.fileName} imports ${missing.join(', ')}: bundle or stage it.`);
      }
    },
  };
}

/**
 * The programs of main's threads and processes, built apart from main's own, so that each start reads a few large files: Node needs a
 * millisecond for each. The records' thread, which every start waits for, is a script and the one that it reads, for which Node loads none
 * of its program for modules.
 */
function separatePrograms(): Plugin {
  const input = {
    'spooler-thread': resolve('src/main/printers/windows/spooler-thread.ts'),
    'spreadsheet-process': resolve('src/main/files/spreadsheet-process.ts'),
    'picture-process': resolve('src/main/labels/picture-process.ts'),
  };
  const outputOf = (rolldownOptions: object) =>
    build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      resolve: { alias },
      json,
      plugins: [
        withoutSchemaWriters(),
        schemasOnFirstUse(import.meta.dirname),
        withoutUnusedValues(),
        billOfMaterialsFile(import.meta.dirname, { writes: false }),
        onlyStagedImports(),
        inAscii(),
      ],
      // Not the list of what is bundled: what those packages import would stay outside, and be missing in the package.
      ssr: { noExternal: true, external: Object.keys(PACKAGE_FILES) },
      build: { ssr: true, target: mainTarget, minify: true, write: false, rolldownOptions },
    }).then((built) => [built].flat().flatMap((one) => ('output' in one ? one.output : [])));
  let outputs: Awaited<ReturnType<typeof outputOf>> = [];
  return {
    name: 'packbench-separate-programs',
    async buildStart() {
      const chunkFileNames = 'chunks/[name]-[hash].js';
      outputs = [
        ...(await outputOf({
          input: { 'storage-worker': resolve('src/main/start/records-thread.ts') },
          output: commonJs,
        })),
        ...(await outputOf({ input: { compile: resolve('src/main/start/compile.ts') }, output: commonJs })),
        ...(await outputOf({ input, output: { entryFileNames: '[name].js', chunkFileNames } })),
      ];
      for (const output of outputs) {
        if (output.type === 'chunk') for (const id of output.moduleIds) this.addWatchFile(id);
      }
    },
    generateBundle() {
      for (const output of outputs) {
        const source = output.type === 'chunk' ? output.code : output.source;
        this.emitFile({ type: 'asset', fileName: output.fileName, source });
      }
    },
  };
}

/** The modules of the page's first screen, by their ids. */
const firstModules = new Set<string>();

/** How the page is built: twice, of which the first time finds those modules. */
const page = {
  root: 'src/renderer',
  json,
  build: {
    target: 'chrome130',
    minify: true,
    outDir: 'out/renderer',
    rolldownOptions: {
      input: resolve('src/renderer/index.html'),
      output: {
        codeSplitting: {
          // What a module imports and does not use stays where it is used.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'zod', test: /[\\/]zod[\\/]/, priority: 2 },
            { name: (id: string) => (firstModules.has(id) ? 'first' : null), priority: 1 },
          ],
        },
      },
    },
    assetsInlineLimit: 0,
    // What a part of the page imports is read when the part asks for it: these files are near, and a link for each costs more.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file: string, files: string[], { hostType }: { hostType: string }) =>
        hostType === 'html' ? files : [],
    },
    // One style sheet, whose rules keep their order whichever screen opens first.
    cssCodeSplit: false,
  },
};

const pagePlugins = () => [
  react(),
  withoutSystemLanguage(),
  withoutSchemaWriters(),
  wholeCatalogues(),
  withoutUnusedValues(),
];

/**
 * Finds the modules of the first screen, without what they import and do not use, so that they are one file. Those that other screens have
 * too would else be in fourteen more, each of which costs the page and main a millisecond of a start.
 */
function findFirstModules(): Plugin {
  return {
    name: 'packbench-first-modules',
    apply: 'build',
    async buildStart() {
      const built = await build({
        ...page,
        configFile: false,
        logLevel: 'warn',
        plugins: pagePlugins(),
        build: { ...page.build, write: false },
      });
      const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      const files = new Set(chunks.flatMap((one) => (one.type === 'chunk' && one.isEntry ? one.fileName : [])));
      // Those that are added meanwhile follow.
      for (const fileName of files) {
        const chunk = chunks.find((one) => one.fileName === fileName);
        if (chunk?.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) firstModules.add(id);
        for (const imported of chunk.imports) files.add(imported);
      }
    },
  };
}

/** Three builds into `out/`, minified. The floor is the oldest Electron the station runs on: 33 (Node 20.18, Chromium 130). */
export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [
      withoutSettingsSchemas(),
      cryptographyOnFirstUse(),
      withoutSchemaWriters(),
      wholeCatalogues(),
      schemasOnFirstUse(import.meta.dirname),
      withoutUnusedValues(),
      licencesFile(import.meta.dirname),
      billOfMaterialsFile(import.meta.dirname),
      provisioningSchemaFile(),
      separatePrograms(),
      onlyStagedImports(),
      inAscii(),
    ],
    json,
    build: {
      target: mainTarget,
      minify: true,
      externalizeDeps: { exclude: BUNDLED_PACKAGES },
      rollupOptions: {
        input: { index: resolve(program) },
        output: {
          ...commonJs,
          codeSplitting: {
            groups: filesOf({
              window: ['src/main/app/index.ts'],
              texts: ['src/main/provisioning/read-provisioning.ts', 'src/main/text/main-text.ts'],
              station: ['src/main/app/open-station.ts'],
            }),
          },
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      minify: true,
      rollupOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...page,
    plugins: [
      ...pagePlugins(),
      findFirstModules(),
      inAscii(),
      pageFiles(import.meta.dirname, languages, directionOf),
      billOfMaterialsFile(import.meta.dirname, { writes: false }),
    ],
  },
});
