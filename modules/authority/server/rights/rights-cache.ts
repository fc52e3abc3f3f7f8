import type { NodeAccess } from "@ops/platform/server";
import { compileRights, type Rights } from "./compile.ts";

interface Holder {
  readonly userId: string;
  readonly organizationIds: readonly string[];
  readonly permissionVersion: number;
}

const MOST = 5_000;
/** Rights are compiled again after this time, because no event tells when a grant or membership begins by date. */
const LONGEST_MS = 60_000;

/**
 * Caches the compiled rights of people who work on this node, by permission
 * version. The least recently used entries are dropped.
 */
export class RightsCache {
  readonly #kept = new Map<string, { version: number; until: number; rights: Promise<Rights> }>();

  async of(holder: Holder, node: NodeAccess): Promise<Rights> {
    const key = `${holder.userId}:${holder.organizationIds.join(",")}`;
    const now = node.now().getTime();
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    if (kept && kept.version === holder.permissionVersion && now < kept.until) {
      this.#kept.set(key, kept);
      return kept.rights;
    }
    const rights = node.read((tx) => compileRights(tx, holder.userId, holder.organizationIds));
    const entry = { version: holder.permissionVersion, until: now + LONGEST_MS, rights };
    this.#keep(key, entry);
    try {
      const { until } = await rights;
      if (until) entry.until = Math.min(entry.until, until.getTime());
    } catch (error) {
      this.#kept.delete(key); // a failed load must not be cached as an answer
      throw error;
    }
    return rights;
  }

  #keep(key: string, entry: { version: number; until: number; rights: Promise<Rights> }): void {
    this.#kept.set(key, entry);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST && !oldest.done) this.#kept.delete(oldest.value);
  }
}
