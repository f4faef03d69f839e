// @ts-check
/** Reports what the set-up does on stderr; stdout belongs to the requested command. */

const ANNOUNCE_AFTER_MS = 2000;
const HEARTBEAT_MS = 5000;

/**
 * An expected failure of the set-up, with a message that says what to do. Entry points print the message alone.
 */
export class SetUpFailure extends Error {}

/** @param {string} line */
export function log(line) {
  process.stderr.write(`${line}\n`);
}

/** Titles of the steps under way. */
const underWay = new Set();

/**
 * Does one step. Its title is shown at once (`now`, for a step that is known to have work) or only when the step takes
 * over two seconds (`late`). While it runs, the latest progress is shown every few seconds, with the title where other
 * steps run at the same time.
 * @template T
 * @param {'now' | 'late'} announce
 * @param {string} title
 * @param {(progress: (text: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(announce, title, work) {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  let announced = announce === 'now';
  let latest = '';
  if (announced) log(`${title} …`);
  const late = setTimeout(() => {
    if (!announced) log(`${title} …`);
    announced = true;
  }, ANNOUNCE_AFTER_MS);
  let isAlone = underWay.size === 0;
  underWay.add(title);
  const which = () => {
    isAlone &&= underWay.size === 1;
    return isAlone ? '' : `${title}: `;
  };
  const heartbeat = setInterval(
    () => log(`  … ${which()}${latest === '' ? '' : `${latest}, `}${seconds()}`),
    HEARTBEAT_MS,
  );
  try {
    const result = await work((text) => {
      latest = text;
    });
    if (announced && Date.now() - begun > ANNOUNCE_AFTER_MS) log(`  ${which()}done in ${seconds()}`);
    return result;
  } finally {
    underWay.delete(title);
    clearTimeout(late);
    clearInterval(heartbeat);
  }
}
