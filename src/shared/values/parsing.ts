/**
 * For schemas that parse a few values: zod would write and compile code for each of them at its first use, which takes longer than to
 * parse with it a few times without.
 */
export const withoutCompiling = { jitless: true } as const;
