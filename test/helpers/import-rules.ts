import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** What the files of one layer may import, besides their own. */
export interface Layer {
  /** Other layers. */
  may: readonly string[];
  /** Packages by their name, and Node's own modules; `node:*` is all of them. */
  packages: readonly string[];
}

/** By the path of a folder, or of a file without its ending. The longest path that fits a file is its layer. */
export type ImportRules = Readonly<Record<string, Layer>>;

/** Each import that the rules do not allow, one line each, in the order of the files. */
export function violations(sourceFolder: string, rules: ImportRules): string[] {
  return sourceFiles(sourceFolder).flatMap((file) => {
    const source = readFileSync(join(sourceFolder, file), 'utf8');
    const own = layerOf(file, rules);
    if (own === null) return [`${file} belongs to no layer`];
    const found = importsOf(source).flatMap((specifier) => violation(file, own, specifier, rules) ?? []);
    return [...found, ...reExportViolations(file, source)];
  });
}

/** Paths of all TypeScript files below a folder, with `/` between their parts, sorted. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const importPatterns = [
  /\b(?:import|export)\b[^;'"`]*?\bfrom\s*(['"])([^'"]+)\1/g,
  /^\s*import\s*(['"])([^'"]+)\1/gm,
  /\b(?:import|require)\s*\(\s*(['"`])([^'"`]+)\1/g,
];
/** An import whose path is known only at run time, which the rules cannot check. */
const computedImport = /\b(?:import|require)\s*\(\s*(?!['"`])[^)\s]/;
const runTimePath = 'a path known only at run time';

/** What a file imports, as values or types, statically or dynamically. Imports written in comments count too. */
export function importsOf(source: string): string[] {
  const found = importPatterns.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[2] ?? ''));
  return computedImport.test(source) ? [...found, runTimePath] : found;
}

function violation(file: string, own: string, specifier: string, rules: ImportRules): string | null {
  const { may, packages } = rules[own] as Layer;
  if (!specifier.startsWith('.')) {
    const isNode = specifier.startsWith('node:');
    const name = isNode ? specifier : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return packages.includes(name) || (isNode && packages.includes('node:*')) ? null : `${file} imports ${specifier}`;
  }
  const target = posix.join(dirname(file), specifier.replace(/\?.*$/, ''));
  const layer = layerOf(target, rules);
  return layer !== null && (layer === own || may.includes(layer)) ? null : `${file} imports ${target}`;
}

function layerOf(file: string, rules: ImportRules): string | null {
  const fits = (path: string) => file === path || file.startsWith(`${path}/`) || file.replace(/\.[a-z]+$/, '') === path;
  return (
    Object.keys(rules)
      .filter(fits)
      .sort((one, other) => other.length - one.length)[0] ?? null
  );
}

/** No barrel files: everything is imported from the file that defines it. */
function reExportViolations(file: string, source: string): string[] {
  return /\bexport\b[^;'"`=(]*?\bfrom\s*['"]/.test(source) ? [`${file} passes on what another file exports`] : [];
}
