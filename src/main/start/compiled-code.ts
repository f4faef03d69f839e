import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** Scripts of the build that were run: as the build compiled them, or compiled again because V8 refused what the build had. */
export interface CompiledCode {
  readonly ahead: number;
  readonly again: number;
}

const counted = { ahead: 0, again: 0 };

/** How much of the program was compiled ahead, so far. */
export const compiledCode = (): CompiledCode => ({ ...counted });

/**
 * Runs the build's scripts from the code that V8 compiled at the end of the build (its code cache), where there is some: to compile them at
 * each start takes a tenth of it. V8 refuses the code of another version or of other flags, and the script is compiled as always. It does
 * not compare the code with the script: one build writes both, and the names of the scripts contain a hash of their content.
 * @param folder the scripts of the build; all others are left to Node
 */
export function readCompiledCode(folder: string): void {
  runScriptsBy(folder, (file) => {
    const code = readIfThere(codeFile(file));
    if (!code) return null;
    const script = new Script(wrapped(file), { filename: file, cachedData: code });
    counted[script.cachedDataRejected ? 'again' : 'ahead'] += 1;
    return script;
  });
}

/**
 * Runs the build's scripts, each compiled under its name alone, so that the same build gives the same code in every folder.
 * @returns writes the code of a script that has run beside it, with all that was compiled when it ran
 */
export function compileScripts(folder: string): (file: string) => void {
  const scripts = new Map<string, Script>();
  runScriptsBy(folder, (file) => {
    // A part of a text would keep the whole text, and with it the folder.
    const name = Buffer.from(file.slice(file.lastIndexOf('/') + 1)).toString();
    const script = new Script(wrapped(file), { filename: name });
    scripts.set(file, script);
    return script;
  });
  return (file) => {
    const script = scripts.get(file);
    if (!script) throw new Error(`The build did not run ${file}.`);
    writeFileSync(codeFile(file), script.createCachedData());
  };
}

const codeFile = (script: string): string => `${script}.cache`;

/** What Node makes of a script. */
const wrapped = (file: string): string =>
  `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, 'utf8')}\n});`;

/** @param scriptOf gives null for a script that is left to Node */
function runScriptsBy(folder: string, scriptOf: (file: string) => Script | null): void {
  const { extensions } = createRequire(import.meta.url);
  const runAsUsual = extensions['.js'];
  extensions['.cjs'] = (module, file) => {
    const script = file.startsWith(folder) ? scriptOf(file) : null;
    if (script) script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
    else runAsUsual(module, file);
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
