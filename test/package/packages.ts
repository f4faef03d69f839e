function fileOf(variable: string): string {
  const file = process.env[variable];
  if (!file) throw new Error(`${variable} names no package: start these tests with npm run test:package.`);
  return file;
}

/** The packages under test, made by `scripts/test-package.mjs`. */
export const packages = {
  first: fileOf('PACKBENCH_PACKAGE'),
  /** Built anew from the same sources. */
  again: fileOf('PACKBENCH_PACKAGE_AGAIN'),
  /** The same program with a later version. */
  next: fileOf('PACKBENCH_PACKAGE_NEXT'),
};
