import type { MessageDefinitions } from './message-definition.ts';

export const settingsMessages = {} as const satisfies MessageDefinitions;
