import type { MessageDefinitions } from './message-definition.ts';

export const zplMessages = {} as const satisfies MessageDefinitions;
