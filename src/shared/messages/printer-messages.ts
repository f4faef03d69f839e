import type { MessageDefinitions } from './message-definition.ts';

export const printerMessages = {} as const satisfies MessageDefinitions;
