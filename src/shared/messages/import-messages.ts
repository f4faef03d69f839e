import type { MessageDefinitions } from './message-definition.ts';

export const importMessages = {} as const satisfies MessageDefinitions;
