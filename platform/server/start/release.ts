import { readFileSync, statSync } from "node:fs";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";

/** A build of the web: its hash and its time. */
export interface Release {
  readonly build: string;
  readonly builtAt: Date;
}

/** As `scripts/build.ts` stamps it; null where nothing was built. */
export function releaseIn(stampFile: string): Release | null {
  const stats = statSync(stampFile, { throwIfNoEntry: false });
  return stats ? { build: readFileSync(stampFile, "utf8").trim(), builtAt: stats.mtime } : null;
}

/**
 * Tells open pages of a newer build, once over all nodes. The first node of all does not, and neither does an older one
 * that returns while nodes are replaced one by one.
 */
export async function announceRelease(tx: Tx, { build, builtAt }: Release): Promise<void> {
  const { rows } = await sql<{ isFirst: boolean }>`
    insert into app_release as r (build, built_at, told_at) values (${build}, ${builtAt}, ${tx.now})
    on conflict (one) do update set build = excluded.build, built_at = excluded.built_at, told_at = excluded.told_at
      where r.build <> excluded.build and r.built_at < excluded.built_at
    returning xmax = 0 as "isFirst"`.execute(tx.kysely);
  const [told] = rows;
  if (told && !told.isFirst) await tx.tell("everyone", { type: "app.updated", version: build });
}
