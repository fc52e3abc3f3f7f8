import type { listRegions, QueryOf, Region, RegionNode, regionTree } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

/** Lists the parts of a division, or the provinces, for the picker. Abolished ones are left out (PF-R102). */
export function regionsBelow(tx: Tx, { parentCode }: QueryOf<typeof listRegions>): Promise<Region[]> {
  return db(tx)
    .selectFrom("region as r")
    .select(["r.code", "r.name", "r.level", "r.parentCode", "r.pinyin"])
    .select(
      sql<boolean>`exists (select 1 from region c where c.parent_code = r.code and c.status = 'VALID')`.as(
        "hasChildren",
      ),
    )
    .where("r.parentCode", parentCode ? "=" : "is", parentCode ?? null)
    .where("r.status", "=", "VALID")
    .orderBy("r.code")
    .execute();
}

/** The whole tree down to a level. */
export async function treeOfRegions(tx: Tx, { depth }: QueryOf<typeof regionTree>): Promise<RegionNode[]> {
  const rows = await db(tx)
    .selectFrom("region")
    .select(["code", "name", "pinyin", "parentCode"])
    .where("level", "<=", depth)
    .where("status", "=", "VALID")
    .orderBy("level")
    .orderBy("code")
    .execute();
  const nodes = new Map<string, RegionNode>();
  const provinces: RegionNode[] = [];
  for (const { parentCode, code, name, pinyin } of rows) {
    const node = { code, name, pinyin, children: [] };
    nodes.set(code, node);
    const siblings = parentCode === null ? provinces : nodes.get(parentCode)?.children;
    siblings?.push(node);
  }
  return provinces;
}
