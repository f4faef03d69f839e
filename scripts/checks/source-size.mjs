// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Limits of the source tree; ARCHITECTURE.md gives the reasons. Migrations are not counted: none is ever removed. */
export const limits = {
  /** Few files and no fragments: the number of files grows with the program, and not faster. */
  meanLines: 125,
  entriesPerFolder: 20,
  linesPerFile: 400,
  medianLines: { from: 80, to: 130 },
};

/** Tables: one entry after another, with nothing to split by. */
const tables = new Set(['src/shared/contract/station-contract.ts']);

/** Folders that only grow, one numbered step after another. */
const numbered = new Set(['src/main/storage/migrations']);

/** Names with the same meaning everywhere. */
const sharedNames = new Set(['index.ts', 'tsconfig.json']);

/**
 * @typedef {object} SourceSize
 * @property {number} files
 * @property {number} lines
 * @property {number} folders
 * @property {number} median lines of a file
 * @property {{ file: string, lines: number }} longest
 * @property {{ folder: string, entries: number }} fullest
 * @property {{ file: string, lines: number }[]} all
 * @property {{ folder: string, entries: number }[]} allFolders
 */

/**
 * Counts the TypeScript files below src/ but for migrations. Style sheets count as entries of their folder.
 * @param {string} root
 * @returns {SourceSize}
 */
export function measureSource(root) {
  const source = join(root, 'src');
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  const path = (/** @type {import('node:fs').Dirent} */ entry) =>
    relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
  const all = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !numbered.has(dirname(path(entry))))
    .map((entry) => ({
      file: path(entry),
      lines: readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n').length - 1,
    }));
  /** @type {Map<string, number>} */
  const byFolder = new Map();
  for (const entry of entries) {
    const folder = dirname(path(entry));
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + 1);
  }
  const allFolders = [...byFolder].map(([folder, count]) => ({ folder, entries: count }));
  const sorted = all.toSorted((one, other) => one.lines - other.lines);
  return {
    files: all.length,
    lines: all.reduce((sum, { lines }) => sum + lines, 0),
    folders: allFolders.length,
    median: sorted[Math.floor(sorted.length / 2)]?.lines ?? 0,
    longest: sorted.at(-1) ?? { file: '', lines: 0 },
    fullest: allFolders
      .filter(({ folder }) => !numbered.has(folder))
      .toSorted((one, other) => other.entries - one.entries)[0] ?? { folder: '', entries: 0 },
    all,
    allFolders,
  };
}

/**
 * @param {SourceSize} size
 * @returns {string[]} each limit that does not hold, one line each
 */
export function sizeProblems({ files, lines, median, all, allFolders }) {
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const { file } of all) byName.set(basename(file), [...(byName.get(basename(file)) ?? []), file]);
  return [
    ...(lines / files < limits.meanLines
      ? [
          `${files} source files have ${Math.floor(lines / files)} lines on average; at least ${limits.meanLines} is the aim`,
        ]
      : []),
    ...(median < limits.medianLines.from || median > limits.medianLines.to
      ? [`The median file has ${median} lines; ${limits.medianLines.from} to ${limits.medianLines.to} is the aim`]
      : []),
    ...all
      .filter(({ file, lines }) => lines > limits.linesPerFile && !tables.has(file))
      .map(({ file, lines }) => `${file} has ${lines} lines`),
    ...allFolders
      .filter(({ folder, entries }) => entries > limits.entriesPerFolder && !numbered.has(folder))
      .map(({ folder, entries }) => `${folder} has ${entries} entries`),
    ...[...byName]
      .filter(([name, paths]) => paths.length > 1 && !sharedNames.has(name))
      .map(([name, paths]) => `${name} is the name of ${paths.length} files: ${paths.join(', ')}`),
  ];
}
