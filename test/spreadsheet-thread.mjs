import { register } from 'tsx/esm/api';

// A thread does not inherit how its parent reads TypeScript: this one is taught before it loads the real one.
register();
await import('../src/main/spreadsheets/spreadsheet-thread.ts');
