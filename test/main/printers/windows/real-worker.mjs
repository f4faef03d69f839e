import { register } from 'tsx/esm/api';

// The spooler's thread as the station starts it.
register();
await import('../../../../src/main/printers/windows/spooler-thread.ts');
