import { readFileSync } from 'node:fs';
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
  const runAsUsual = handlers()['.js'];
  runScriptsBy(folder, (module, file) => {
    const code = readIfThere(codeFile(file));
    if (!code) {
      runAsUsual(module, file);
      return null;
    }
    const script = new Script(wrapped(file), { filename: file, cachedData: code });
    counted[script.cachedDataRejected ? 'again' : 'ahead'] += 1;
    return script;
  });
}

/**
 * Runs the build's scripts, each compiled under its name alone, so that the same build gives the same code in every folder.
 * @returns what has been compiled so far by the file of the code, with all that was compiled when it ran
 */
export function compileScripts(folder: string): () => Map<string, Buffer> {
  const scripts = new Map<string, Script>();
  runScriptsBy(folder, (_module, file) => {
    // A part of a text would keep the whole text, and with it the folder.
    const name = Buffer.from(file.slice(file.lastIndexOf('/') + 1)).toString();
    const script = new Script(wrapped(file), { filename: name });
    scripts.set(codeFile(file), script);
    return script;
  });
  return () => new Map([...scripts].map(([file, script]) => [file, script.createCachedData()]));
}

const codeFile = (script: string): string => `${script}.cache`;

/** What Node makes of a script. */
const wrapped = (file: string): string =>
  `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, 'utf8')}\n});`;

const handlers = (): NodeJS.RequireExtensions => createRequire(import.meta.url).extensions;

/** @param scriptOf gives null where it has run the script itself */
function runScriptsBy(folder: string, scriptOf: (module: NodeJS.Module, file: string) => Script | null): void {
  const extensions = handlers();
  const runAsUsual = extensions['.js'];
  extensions['.cjs'] = (module, file) => {
    if (!file.startsWith(folder)) {
      runAsUsual(module, file);
      return;
    }
    const run = scriptOf(module, file)?.runInThisContext();
    run?.(module.exports, createRequire(file), module, file, dirname(file));
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
