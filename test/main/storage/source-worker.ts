/** The records' worker as it stands in the source. */
export const sourceWorker = { workerFile: new URL('../../storage-worker.mjs', import.meta.url) };
