import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { SetUpFailure } from './step.mjs';

// @ts-check

/**
 * Rejects a file whose checksum differs from the expected one.
 * @param {string} file
 * @param {string} integrity as registries write it: `sha512-` and base64
 */
export async function checkIntegrity(file, integrity) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) {
    throw new SetUpFailure(
      `${file} is not the file we know and was not used.\n  expected ${integrity}\n  found    ${found}`,
    );
  }
}

// @ts-check

const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;
const LONGEST_LINK_BYTES = 4096;

/**
 * Where an entry of an archive goes. An entry that would leave the folder is refused.
 * @param {string} folder
 * @param {string} name
 */
export function placeInside(folder, name) {
  const place = resolve(folder, name);
  const way = relative(folder, place);
  if (isAbsolute(name) || isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)) {
    throw new SetUpFailure(`The archive holds "${name}", which leaves its folder. Nothing of it was used.`);
  }
  return place;
}

/**
 * Unpacks a zip with its file modes and symbolic links.
 * @param {string} zip
 * @param {string} folder
 * @param {(name: string) => string | null} choose the name an entry gets in the folder; null leaves it out
 */
export async function unzip(zip, folder, choose) {
  // Imported lazily: this file is loaded before the packages are installed.
  const { openPromise } = await import('yauzl');
  const archive = await openPromise(zip);
  try {
    for await (const entry of archive.eachEntry()) {
      const name = choose(entry.fileName);
      if (name !== null) await unpackEntry(archive, entry, folder, name);
    }
  } finally {
    archive.close();
  }
}

/**
 * @param {import('yauzl').ZipFile} archive
 * @param {import('yauzl').Entry} entry
 * @param {string} folder
 * @param {string} name
 */
async function unpackEntry(archive, entry, folder, name) {
  const place = placeInside(folder, name);
  const mode = entry.externalFileAttributes >>> 16;
  if (name.endsWith('/') || name === '') {
    await mkdir(place, { recursive: true });
    return;
  }
  await mkdir(dirname(place), { recursive: true });
  const content = await archive.openReadStreamPromise(entry);
  if ((mode & FILE_TYPE) !== SYMLINK) {
    await pipeline(content, createWriteStream(place, { mode: mode & 0o777 || 0o644 }));
    return;
  }
  if (entry.uncompressedSize > LONGEST_LINK_BYTES) throw new SetUpFailure(`The archive's link "${name}" is too long.`);
  const target = (await buffer(content)).toString('utf8');
  placeInside(folder, isAbsolute(target) ? target : join(dirname(name), target));
  await symlink(target, place);
}
