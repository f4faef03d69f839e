import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type Heartbeat, heartbeatSchema, isHubName, type SiteBench } from '../../../shared/site/heartbeat.ts';
import { type BenchId, benchName } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import { parseJson } from '../../../shared/values/json.ts';

/** What the benches of the site reported of themselves. */
export interface SiteHeartbeats {
  /** Keeps the heartbeat of a bench; false where the fact is none. `storedAt`: by the engine's clock; undefined: not known. */
  note(bench: BenchId, fact: SiteFact, storedAt: number | undefined): boolean;
  /** How far this computer's clock was ahead of the engine's when that bench, which is this one, last reported; 0: not known. */
  ownOffset(own: BenchId): number;
  /** Every bench of which something was heard, except that one. */
  all(except: BenchId): SiteBench[];
}

interface HeardRow {
  readonly bench: string;
  readonly heardAt: number | null;
}

type HeartbeatRow = { bench: string; version: string; printers: string; offsetMs: number | null; isHub: number };

export function siteHeartbeatsIn(database: DatabaseSyncInstance): SiteHeartbeats {
  const heard = database.prepare('SELECT bench, heard_at AS "heardAt" FROM site_vector ORDER BY bench');
  const heartbeats = database.prepare(
    'SELECT bench, version, printers, offset_ms AS "offsetMs", is_hub AS "isHub" FROM site_heartbeats',
  );
  const put = database.prepare(`
    INSERT INTO site_heartbeats (bench, version, printers, offset_ms, is_hub)
    VALUES (:bench, :version, :printers, :offsetMs, :isHub)
    ON CONFLICT (bench) DO UPDATE SET version = :version, printers = :printers, offset_ms = :offsetMs, is_hub = :isHub`);

  const ownOffset: SiteHeartbeats['ownOffset'] = (own) =>
    (heartbeats.all() as HeartbeatRow[]).find(({ bench }) => bench === benchName(own))?.offsetMs ?? 0;

  return {
    ownOffset,
    note(bench, fact, storedAt) {
      const body: Heartbeat | undefined = heartbeatSchema.safeParse(fact.body).data;
      if (!body) return false;
      const offsetMs = storedAt === undefined ? null : Date.parse(fact.at) - storedAt;
      const printers = JSON.stringify(body.printers);
      put.run({ bench: benchName(bench), version: body.version, printers, offsetMs, isHub: body.isHub ? 1 : 0 });
      return true;
    },
    all(except) {
      const known = new Map((heartbeats.all() as HeartbeatRow[]).map((row) => [row.bench, row]));
      const ownOffset = known.get(benchName(except))?.offsetMs ?? null;
      const heardAt = new Map<string, number>();
      for (const { bench, heardAt: at } of heard.all() as HeardRow[]) {
        const name = benchName(bench);
        if (name !== benchName(except)) heardAt.set(name, Math.max(heardAt.get(name) ?? 0, at ?? 0));
      }
      return [...heardAt].map(([name, at]) => {
        const { version = null, printers = '[]', offsetMs = null, isHub = 0 } = known.get(name) ?? {};
        const isComparable = offsetMs !== null && ownOffset !== null;
        return {
          name,
          lastHeardAt: new Date(at + (ownOffset ?? 0)).toISOString(),
          ...{ version, isHub: isHub === 1 && isHubName(name) },
          clockOffsetSeconds: isComparable ? Math.round((offsetMs - ownOffset) / 1000) + 0 : null,
          printers: parseJson(printers) as string[],
        };
      });
    },
  };
}
