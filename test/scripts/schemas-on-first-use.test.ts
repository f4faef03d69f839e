import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { withSchemasOnFirstUse } from '../../scripts/build-plugins/schemas-on-first-use.mjs';

const built = (code: string): string =>
  withSchemasOnFirstUse(code, parseAst(code).body as Parameters<typeof withSchemasOnFirstUse>[1], '/on-first-use.ts')
    .replace('import { onFirstUse } from "/on-first-use.ts";\n', '')
    .replaceAll('/* @__PURE__ */ ', '');

describe('a build makes each schema when it is first used', () => {
  it('where it is declared', () => {
    expect(built('export const aSchema = z.object({ b: z.string() });')).toBe(
      'export const aSchema = onFirstUse(() => (z.object({ b: z.string() })));',
    );
  });

  it('where it is used, also by another schema and by its own', () => {
    expect(built('const aSchema = z.string();\nconst bSchema = aSchema;\nread(aSchema.parse(x), [bSchema]);')).toBe(
      'const aSchema = onFirstUse(() => (z.string()));\nconst bSchema = onFirstUse(() => (aSchema()));\nread(aSchema().parse(x), [bSchema()]);',
    );
    expect(built('const listSchema = z.object({ get next() { return listSchema; } });')).toBe(
      'const listSchema = onFirstUse(() => (z.object({ get next() { return listSchema(); } })));',
    );
  });

  it('where it is imported from a file of ours, also under another name', () => {
    expect(built("import { aSchema, bSchema as other } from './a.ts';\nz.array(aSchema, other);")).toBe(
      "import { aSchema, bSchema as other } from './a.ts';\nz.array(aSchema(), other());",
    );
    const ofPackage = "import { aSchema } from 'package';\naSchema.parse(1);";
    expect(built(ofPackage)).toBe(ofPackage);
  });

  it('where its name stands for a property too', () => {
    expect(built('const aSchema = z.string();\nconst all = { aSchema, b: aSchema };\nall.aSchema;')).toBe(
      'const aSchema = onFirstUse(() => (z.string()));\nconst all = { aSchema: aSchema(), b: aSchema() };\nall.aSchema;',
    );
  });

  it('and leaves what has no such name as it is', () => {
    const code =
      'export const number = z.int();\nexport { aSchema } from "./a.ts";\nexport const read = (v) => number.parse(v);';
    expect(built(code)).toBe(code);
  });

  it.each([
    ['a function that is named like one', 'export function aSchema() {}'],
    ['a parameter of its name', 'const aSchema = z.string();\nconst read = (aSchema) => aSchema;'],
    ['a variable of its name in a function', 'const aSchema = z.string();\nfunction f() { const aSchema = 1; }'],
  ])('and ends at %s', (_, code) => {
    expect(() => built(code)).toThrow('aSchema');
  });
});
