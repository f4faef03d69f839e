import type { MessageDefinitions } from './message-definition.ts';

export const printJobMessages = {} as const satisfies MessageDefinitions;
