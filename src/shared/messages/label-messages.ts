import type { MessageDefinitions } from './message-definition.ts';

export const labelMessages = {} as const satisfies MessageDefinitions;
