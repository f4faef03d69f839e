import type { MessageDefinitions } from './message-definition.ts';

export const orderMessages = {} as const satisfies MessageDefinitions;
