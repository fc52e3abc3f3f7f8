import type { NodeAccess, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { keyOf } from "./described.ts";
import { isProtected, RATE_FLOOR } from "./protected.ts";

const KEPT_MS = 1_000;

interface Watched {
  readonly id: string;
  readonly status: "ENABLED" | "DISABLED" | "REMOVED";
  readonly sensitive: boolean;
  readonly logBody: boolean;
  readonly ratePerMin: number | null;
}

interface Kept {
  readonly at: number;
  readonly drops: number;
  readonly watched: Promise<ReadonlyMap<string, Watched>>;
}

/**
 * Caches the few interfaces with special settings. Changes of other nodes drop the cache at once; if that message is
 * lost, it expires after a second.
 */
export class Switches {
  #kept: Kept | null = null;
  #drops = 0;

  drop(): void {
    this.#drops++;
  }

  async of(key: string, node: NodeAccess): Promise<Watched | undefined> {
    const now = node.now().getTime();
    const kept = this.#kept;
    const age = kept ? now - kept.at : KEPT_MS;
    const isFresh = kept !== null && kept.drops === this.#drops && age >= 0 && age < KEPT_MS;
    return (await (isFresh ? kept : this.#load(node, now)).watched).get(key);
  }

  #load(node: NodeAccess, at: number): Kept {
    const loaded = { at, drops: this.#drops, watched: node.read(watchedInterfaces) };
    this.#kept = loaded;
    loaded.watched.catch(() => {
      // the next call loads again; this call fails as well, so that nothing gets through while the database is down
      if (this.#kept === loaded) this.#kept = null;
    });
    return loaded;
  }
}

async function watchedInterfaces(tx: Tx): Promise<ReadonlyMap<string, Watched>> {
  const rows = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "permissionCode", "status", "sensitive", "logBody", "ratePerMin"])
    .where(sql<boolean>`(status = 'DISABLED' or sensitive or log_body or rate_per_min is not null)`)
    .execute();
  return new Map(rows.map((row) => [keyOf(row), { ...row, ratePerMin: limitOf(row) }]));
}

/** Protected interfaces have a lowest limit that no setting can go below. */
function limitOf(row: Parameters<typeof isProtected>[0] & Pick<Watched, "ratePerMin">): number | null {
  if (row.ratePerMin === null) return null;
  return isProtected(row) ? Math.max(row.ratePerMin, RATE_FLOOR) : row.ratePerMin;
}
