import { z } from 'zod';
import { scanReadingSchema } from '../../scanning/scan.ts';
import { badgeAnswerSchema, peopleRulesSchema, shownPersonSchema } from '../../settings/people.ts';
import { type CallContract, id, nothing } from './call-contract.ts';

/** Calls about who works at the station. */
export const peopleCallContracts = {
  // What a scan is as a badge, and what it did as one. `evenIfParcel`: also where a parcel has that code.
  'badge.scan': {
    scope: 'station',
    needs: 'read',
    schemas: () => [
      z.object({ reading: scanReadingSchema, evenIfParcel: z.boolean().default(false) }),
      badgeAnswerSchema,
    ],
  },
  'person.sign-out': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // The person works in the window without a call: not idle.
  'person.stay': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // No one will bring a lead's badge.
  'person.drop-question': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  'people.read': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.object({ persons: z.array(shownPersonSchema), rules: peopleRulesSchema })],
  },
  'people.save-rules': { scope: 'station', needs: 'set up', schemas: () => [peopleRulesSchema, nothing] },
  // Only with the badge of an admin, who is signed in then.
  'people.turn-on': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ badge: scanReadingSchema }), nothing],
  },
  'people.turn-off': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },
  // A text that is a command card, a known parcel or another person's badge is refused.
  'person.add': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [shownPersonSchema.omit({ id: true }).extend({ badge: scanReadingSchema }), shownPersonSchema],
  },
  'person.change': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [
      shownPersonSchema.omit({ id: true }).extend({ personId: id, badge: scanReadingSchema.nullable() }),
      shownPersonSchema,
    ],
  },
  'person.remove': { scope: 'station', needs: 'set up', schemas: () => [z.object({ personId: id }), nothing] },
} as const satisfies Record<string, CallContract>;
