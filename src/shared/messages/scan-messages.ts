import type { MessageDefinitions } from './message-definition.ts';

export const scanMessages = {} as const satisfies MessageDefinitions;
