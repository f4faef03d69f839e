import type { MessageDefinitions } from './message-definition.ts';

export const serviceMessages = {} as const satisfies MessageDefinitions;
