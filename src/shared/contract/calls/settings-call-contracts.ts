import { z } from 'zod';
import { printerSchema } from '../../printing/printer.ts';
import { connectionCheckSchema, enteredConnectionSchema } from '../../settings/connection-test.ts';
import { enteredEnvironmentSchema } from '../../settings/environment.ts';
import { savedGroupSchema } from '../../settings/settings.ts';
import { enteredWebhookSchema, webhooksViewSchema } from '../../settings/webhook-view.ts';
import { type CallContract, nothing } from './call-contract.ts';

/** Calls of the settings. */
export const settingsCallContracts = {
  // Opens or closes the set-up of a new bench on Scan.
  'set-up.change': { scope: 'station', needs: 'set up', schemas: () => [z.object({ isOpen: z.boolean() }), nothing] },
  'settings.save': { scope: 'station', needs: 'set up', schemas: () => [savedGroupSchema, nothing] },
  'environment.save': {
    scope: 'station',
    needs: 'set up',
    // This call and `environment.test` carry a token, and only from the window to main.
    schemas: () => [
      z.object({ environment: enteredEnvironmentSchema, token: z.string().max(4000).nullable() }),
      nothing,
    ],
  },
  // Sends a preview, which books nothing; the stored token only to the addresses it was entered for.
  'environment.test': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [enteredConnectionSchema, z.object({ checks: z.array(connectionCheckSchema) })],
  },
  // Not the one in use. Its records stay on disk; its token is deleted.
  'environment.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'webhooks.read': { scope: 'station', needs: 'set up', schemas: () => [nothing, webhooksViewSchema] },
  // The only call that carries header values, and only from the window to main.
  'webhook.save': { scope: 'station', needs: 'set up', schemas: () => [enteredWebhookSchema, nothing] },
  'webhook.remove': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ environment: z.string() }), nothing],
  },
  // The practice service sends an event, over HTTP like any other.
  'webhook.send-test': { scope: 'environment', needs: 'set up', schemas: () => [nothing, nothing] },
  'environment.use': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.save': { scope: 'station', needs: 'set up', schemas: () => [z.object({ printer: printerSchema }), nothing] },
  'printer.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
  'printer.test': { scope: 'station', needs: 'set up', schemas: () => [z.object({ name: z.string() }), nothing] },
} as const satisfies Record<string, CallContract>;
