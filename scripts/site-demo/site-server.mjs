// @ts-check
import { delimiter } from 'node:path';
import { isOnPath } from '../set-up/display.mjs';
import { SetUpFailure } from '../set-up/step.mjs';

/** Debian installs servers in folders that only an administrator's PATH contains. */
const usual = [process.env.PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter);

/** Ends the run where there is no nats-server. @param {string} path folders to look in */
export function siteServer(path = usual) {
  if (isOnPath('nats-server', path)) return;
  throw new SetUpFailure(
    'The server of a site, nats-server, is not installed. On Debian: apt-get install nats-server. Elsewhere: https://nats.io/download. Then start again.',
  );
}
