import { delimiter } from 'node:path';

/** Debian installs servers in folders that only an administrator's PATH contains. */
export const administratorPath = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter);
