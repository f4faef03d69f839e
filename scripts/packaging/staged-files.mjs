// @ts-check
/** What a package contains, named file by file: a file that is not listed does not ship. */

/**
 * Packages that main's bundles contain: plain scripts. The others under `dependencies` stay outside, because they load native parts,
 * WebAssembly or data files of their own.
 */
export const BUNDLED_PACKAGES = [
  '@nats-io/jetstream',
  '@nats-io/transport-node',
  'bonjour-service',
  'bwip-js',
  'electron-store',
  'fast-png',
  'fastify',
  'fflate',
  'intl-messageformat',
  'ipp-encoder',
  'lru-cache',
  'pino',
  'read-excel-file',
  'undici',
  'zod',
];

/**
 * Of each package that stays outside the bundles, by its folder under `node_modules`: what the station opens on Linux. `*` stands for a
 * file's name without its ending. Each package's `package.json` is always contained.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const PACKAGE_FILES = {
  // The database.
  '@photostructure/sqlite': [
    'dist/index.cjs',
    'dist/index.mjs',
    'prebuilds/linux-x64/@photostructure+sqlite.glibc.node',
  ],
  'node-gyp-build': ['index.js', 'node-gyp-build.js'],
  // Calls of the operating system.
  koffi: ['index.cjs', 'src/koffi/index.cjs', 'src/koffi/src/static.cjs', 'src/koffi/src/trampolines.cjs'],
  '@koromix/koffi-linux-x64': ['index.js', 'linux_x64/koffi.node'],
  // Serial scanners.
  serialport: ['dist/*.js'],
  '@serialport/binding-mock': ['dist/index.js'],
  '@serialport/bindings-cpp': ['dist/*.js', 'prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node'],
  '@serialport/bindings-cpp/node_modules/@serialport/parser-delimiter': ['dist/index.js'],
  '@serialport/bindings-cpp/node_modules/@serialport/parser-readline': ['dist/index.js'],
  '@serialport/bindings-cpp/node_modules/debug': ['src/*.js'],
  '@serialport/bindings-interface': ['dist/index.js'],
  '@serialport/parser-byte-length': ['dist/index.js'],
  '@serialport/parser-cctalk': ['dist/index.js'],
  '@serialport/parser-delimiter': ['dist/index.js'],
  '@serialport/parser-inter-byte-timeout': ['dist/index.js'],
  '@serialport/parser-packet-length': ['dist/index.js'],
  '@serialport/parser-readline': ['dist/index.js'],
  '@serialport/parser-ready': ['dist/index.js'],
  '@serialport/parser-regex': ['dist/index.js'],
  '@serialport/parser-slip-encoder': ['dist/*.js'],
  '@serialport/parser-spacepacket': ['dist/*.js'],
  '@serialport/stream': ['dist/index.js'],
  '@serialport/stream/node_modules/debug': ['src/*.js'],
  debug: ['src/*.js'],
  ms: ['index.js'],
  // Label pictures, PDF pages and bar codes.
  'zpl-renderer-js': ['dist/index.cjs.js'],
  '@hyzyla/pdfium': ['dist/index.esm.js', 'dist/pdfium.wasm'],
  'zxing-wasm': ['dist/es/share.js', 'dist/es/reader/index.js', 'dist/reader/zxing_reader.wasm'],
  // PDF documents, with what PDFKit imports.
  pdfkit: [
    'js/pdfkit.js',
    'js/standard-fonts/Courier.cjs',
    'js/standard-fonts/Helvetica.cjs',
    'js/standard-fonts/HelveticaBold.cjs',
    'js/standard-fonts/chunks/*.cjs',
  ],
  '@noble/ciphers': ['_polyval.js', 'aes.js', 'utils.js'],
  '@noble/hashes': ['cryptoNode.js', 'utils.js'],
  '@swc/helpers': ['cjs/_define_property.cjs', 'cjs/_ts_decorate.cjs'],
  'base64-js': ['index.js'],
  brotli: ['decompress.js', 'dec/*.js'],
  clone: ['clone.js'],
  dfa: ['index.js'],
  'fast-deep-equal': ['index.js'],
  fontkit: ['dist/main.cjs'],
  linebreak: ['dist/main.cjs'],
  'linebreak/node_modules/base64-js': ['lib/b64.js'],
  'png-js': ['lib/png-js.cjs'],
  restructure: ['dist/main.cjs'],
  'tiny-inflate': ['index.js'],
  'unicode-properties': ['dist/main.cjs'],
  'unicode-trie': ['index.js', 'swap.js'],
};

/** Of the build in `out/`; the bill of materials goes beside the licences. */
export const BUILT_FILES = [
  'out/main/*.js',
  'out/main/index.cjs',
  'out/main/storage-worker.cjs',
  'out/main/chunks/*.js',
  'out/main/chunks/*.cjs',
  'out/main/chunks/*.cjs.cache',
  'out/main/licences.json',
  'out/preload/index.cjs',
  'out/renderer/assets/*.css',
  'out/renderer/assets/*.js',
  'out/renderer/assets/*.woff',
  'out/renderer/assets/*.woff2',
  'out/renderer/languages/*.js',
  'out/renderer/pages/*.html',
  'resources/icon.png',
];

/** Of the Electron distribution for Linux, with the mode of each; the executable itself is renamed. */
export const ELECTRON_FILES = {
  'chrome-sandbox': 0o4755,
  'chrome_100_percent.pak': 0o644,
  'chrome_200_percent.pak': 0o644,
  chrome_crashpad_handler: 0o755,
  'icudtl.dat': 0o644,
  'libEGL.so': 0o644,
  'libGLESv2.so': 0o644,
  'libffmpeg.so': 0o644,
  'libvk_swiftshader.so': 0o644,
  'libvulkan.so.1': 0o644,
  // Chromium's own texts, in the languages that the station has.
  'locales/en-US.pak': 0o644,
  'resources.pak': 0o644,
  'snapshot_blob.bin': 0o644,
  'v8_context_snapshot.bin': 0o644,
  'vk_swiftshader_icd.json': 0o644,
  'LICENSES.chromium.html': 0o644,
};

/** Electron's own licence: distributions made by different tools name it differently. */
export const ELECTRON_LICENCES = ['LICENSE', 'LICENSE.electron.txt'];
