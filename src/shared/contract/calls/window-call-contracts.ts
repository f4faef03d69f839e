import { z } from 'zod';
import { lostWorkSchema, storedBackupSchema } from '../../settings/backups.ts';
import {
  erasureSchema,
  foundPersonSchema,
  maxPeople,
  personDataSchema,
  shortestSearch,
} from '../../settings/erasure.ts';
import { aboutViewSchema, licenceSchema } from '../about-view.ts';
import { attentionSchema } from '../attention-entry.ts';
import { figuresQuerySchema, figuresViewSchema, longestTimeMs, mostTimesAtOnce } from '../figures-view.ts';
import { healthViewSchema, supportFileSchema } from '../health-view.ts';
import { shownVerdictSchema, stationViewSchema } from '../station-view.ts';
import { type CallContract, id, nothing } from './call-contract.ts';

const backupChoice = z.object({ name: z.string().max(300) });
const peopleToErase = z.object({ people: z.array(personDataSchema).min(1).max(maxPeople) });

/** What the window calls of the station as a whole: its view, notices, health, backups and erasure. */
export const windowCallContracts = {
  'station.read': { scope: 'station', needs: 'read', schemas: () => [nothing, stationViewSchema] },
  // Restarts the station for another version that was installed, once labels and requests on their way are done; refused without one.
  'station.restart': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // The verdict that the window shows, for a second display; null where it shows none.
  'verdict.show': { scope: 'station', needs: 'read', schemas: () => [shownVerdictSchema.nullable(), nothing] },
  // The one call of the second display's window.
  'verdict.read': { scope: 'station', needs: 'read', schemas: () => [nothing, shownVerdictSchema.nullable()] },
  'notice.dismiss': { scope: 'station', needs: 'read', schemas: () => [z.object({ noticeId: id }), nothing] },
  // Everything that waits for a decision or an action of a person.
  'attention.read': { scope: 'station', needs: 'read', schemas: () => [nothing, attentionSchema] },
  // The numbered checks with what is known now; `health.check` tests the connection to the service first, with a price request.
  'health.read': { scope: 'station', needs: 'read', schemas: () => [nothing, healthViewSchema] },
  'health.check': { scope: 'station', needs: 'read', schemas: () => [nothing, nothing] },
  // What helps the support, without secrets and data of people. Saving opens a save dialog, for exactly what was prepared last.
  'support-file.prepare': { scope: 'environment', needs: 'read', schemas: () => [nothing, supportFileSchema] },
  'support-file.save': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [z.object({ id }), z.object({ file: z.string() }).nullable()],
  },
  'about.read': { scope: 'station', needs: 'read', schemas: () => [nothing, aboutViewSchema] },
  'about.licences': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(licenceSchema)] },
  // Opens the station's own data folder in the file manager, and no other.
  'data-folder.open': { scope: 'station', needs: 'set up', schemas: () => [nothing, nothing] },

  // The backups of the environment's records, newest first, each opened and checked; what a restore would lose; and the restore itself,
  // after which the station starts again. `lost` null: the records cannot be read.
  'backups.list': { scope: 'environment', needs: 'set up', schemas: () => [nothing, z.array(storedBackupSchema)] },
  'backups.lost-work': {
    scope: 'environment',
    needs: 'set up',
    schemas: () => [backupChoice, z.object({ lost: lostWorkSchema.nullable() })],
  },
  'backups.restore': { scope: 'environment', needs: 'set up', schemas: () => [backupChoice, nothing] },

  // Erasing people from the records of every environment: whom a text finds, what that would touch, and the erasing itself.
  'erasure.find': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [z.object({ text: z.string().trim().min(shortestSearch).max(200) }), z.array(foundPersonSchema)],
  },
  'erasure.preview': { scope: 'station', needs: 'set up', schemas: () => [peopleToErase, erasureSchema] },
  'erasure.erase': { scope: 'station', needs: 'set up', schemas: () => [peopleToErase, erasureSchema] },

  // The station's figures about its own work, and what the window measured for them: at most once a minute, and before they are read.
  'figures.read': { scope: 'environment', needs: 'read', schemas: () => [figuresQuerySchema, figuresViewSchema] },
  'figures.add-verdict-times': {
    scope: 'environment',
    needs: 'read',
    schemas: () => [
      z.object({ milliseconds: z.array(z.int().min(0).max(longestTimeMs)).min(1).max(mostTimesAtOnce) }),
      nothing,
    ],
  },
} as const satisfies Record<string, CallContract>;
