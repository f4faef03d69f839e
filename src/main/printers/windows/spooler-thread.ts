import { parentPort } from 'node:worker_threads';
import type { SpoolerCalls } from './spooler.ts';
import { serveSpooler } from './spooler.ts';
import { declareSpoolerTypes, winspool } from './winspool.ts';

/** The spooler's worker thread: its calls block for as long as Windows likes. */
async function loadWinspool(): Promise<SpoolerCalls> {
  if (process.platform !== 'win32') throw new Error('There is no Windows spooler here.');
  const { default: koffi } = await import('koffi');
  declareSpoolerTypes(koffi);
  return winspool(koffi, { spooler: koffi.load('winspool.drv'), kernel: koffi.load('kernel32.dll') });
}

if (parentPort) serveSpooler(parentPort, loadWinspool);
