import type { MessageDefinitions } from './message-definition.ts';

export const storageMessages = {} as const satisfies MessageDefinitions;
