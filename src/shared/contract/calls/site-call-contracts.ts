import { z } from 'zod';
import { sharedQuestionSchema } from '../../site/shared-question.ts';
import { siteDetailsSchema } from '../../site/site-details.ts';
import { type CallContract, nothing } from './call-contract.ts';

/** Calls about the other benches of a site. */
export const siteCallContracts = {
  // What several labels, or deletions, are asked because of other benches, and one answer: they go on, or are cancelled.
  'shared-questions.read': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(sharedQuestionSchema)] },
  'shared-questions.answer': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ question: sharedQuestionSchema, goesOn: z.boolean() }), nothing],
  },
  // The site's other benches; null where the environment is not shared. Taking over is for a bench that is gone for good.
  'site.read': { scope: 'station', needs: 'read', schemas: () => [nothing, siteDetailsSchema.nullable()] },
  'site.held-parcels': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ bench: z.string().max(32) }), z.object({ parcels: z.int() })],
  },
  'site.take-over': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [z.object({ bench: z.string().max(32) }), z.object({ taken: z.int(), left: z.int() })],
  },
  // Reads on what a bench sent that is paused because it sent too much.
  'site.read-on': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [z.object({ bench: z.string().max(32) }), nothing],
  },
} as const satisfies Record<string, CallContract>;
