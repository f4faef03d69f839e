import { describe, expect, it } from 'vitest';
import { isInstalled } from '../../scripts/set-up/dependencies.mjs';

const zod = { version: '4.0.0', integrity: 'sha512-a' };
const otherMachine = { version: '1.0.0', integrity: 'sha512-b', optional: true };
const wanted = { packages: { '': {}, 'node_modules/zod': zod, 'node_modules/for-another-machine': otherMachine } };

describe('dependencies: installing by the lockfile', () => {
  it('is needed where nothing is installed, or an installation was cut off', () => {
    expect(isInstalled(wanted, null)).toBe(false);
  });

  it('is not needed when only packages for other machines are missing', () => {
    expect(isInstalled(wanted, { packages: { 'node_modules/zod': zod } })).toBe(true);
  });

  it.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/zod': { ...zod, version: '4.0.1' } }],
    ['a checksum differs', { 'node_modules/zod': { ...zod, integrity: 'sha512-c' } }],
    ['a package is installed that is not in the lockfile', { 'node_modules/zod': zod, 'node_modules/extra': zod }],
  ])('is needed again when %s', (_, packages) => {
    expect(isInstalled(wanted, { packages })).toBe(false);
  });
});
