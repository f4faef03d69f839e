import type { MessageDefinitions } from './message-definition.ts';

export const outboxMessages = {} as const satisfies MessageDefinitions;
