// zod shares its configuration in this variable, and would try to make code from text, which the page's policy would report as a violation.
// Set here, because no part of the first screen makes a schema: those that do, and zod itself, are read later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
