import type { MessageDefinitions } from './message-definition.ts';

export const exportMessages = {} as const satisfies MessageDefinitions;
