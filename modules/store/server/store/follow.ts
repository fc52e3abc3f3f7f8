import { organizationMoved } from "@ops/authority/contract";
import { organizationsUnder } from "@ops/authority/server";
import { on } from "@ops/platform/server";
import { sql } from "kysely";
import { storeChanged } from "../../contract/index.ts";

/** Stores below an organisation that moved may lie in another region now. */
export const followOrganizations = on(
  organizationMoved,
  { name: "store.organizationMoved", title: "组织调整后通知门店变更" },
  async (tx, { orgId }) => {
    const { rows } = await sql<{ id: string }>`select id from store where id in (${organizationsUnder(orgId)})
      order by id`.execute(tx.kysely);
    for (const { id: storeId } of rows) await tx.publish(storeChanged, { storeId, at: tx.now.toISOString() });
  },
);
