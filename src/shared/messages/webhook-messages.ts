import type { MessageDefinitions } from './message-definition.ts';

export const webhookMessages = {} as const satisfies MessageDefinitions;
