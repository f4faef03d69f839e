import { afterEach } from 'vitest';
import { type OpenedResources, openedResources } from './opened-resources.ts';

/** Resources that the tests of a file open. */
export type ClosedAfterEach = Pick<OpenedResources, 'keep' | 'folder'>;

/** Closes after each test what it opened, last first. */
export function closedAfterEach(): ClosedAfterEach {
  const opened = openedResources();
  afterEach(opened.close);
  return opened;
}
