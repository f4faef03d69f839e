import type { MessageDefinitions } from './message-definition.ts';

export const batchMessages = {} as const satisfies MessageDefinitions;
