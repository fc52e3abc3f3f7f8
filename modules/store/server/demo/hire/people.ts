import { addDays, dayOf } from "@ops/platform/contract";
import { insertRecord, seeded, type Tx } from "@ops/platform/server";
import { db } from "../../database.ts";
import { personKeyOf } from "../../staff/identity.ts";
import { staffTable } from "../../staff/tables.ts";

const families = ["沈", "陆", "韩", "唐", "冯", "董", "萧", "程", "曹", "袁"] as const;
const given = ["若溪", "子墨", "梓涵", "浩宇", "思远", "雨桐", "承泽", "佳宁", "明轩", "语嫣"] as const;
const sources = ["SITE", "HUNTER", "CAMPUS", "WALK_IN"] as const;

/** How many people without an account are in each state. */
const groups = [
  ["CANDIDATE", 14],
  ["TO_JOIN", 6],
  ["REJECTED", 6],
  ["INTERVIEWING", 14],
] as const;

/** Adds people who have not begun to work, and some who were turned down. */
export async function addApplicants(tx: Tx): Promise<void> {
  const draw = seeded("applicants");
  const stores = await db(tx)
    .selectFrom("store")
    .select("id")
    .where("operateMode", "=", "DIRECT")
    .where("storeType", "<>", "DELIVERY")
    .where("state", "=", "OPEN")
    .orderBy("storeCode")
    .execute();
  let n = 0;
  for (const [state, count] of groups) {
    for (let at = 0; at < count; at++, n++) {
      const store = stores[(n * 3) % stores.length];
      if (!store) return;
      const phone = `1390000${String(1_000 + n)}`;
      await insertRecord(tx, staffTable, {
        name: `${families[n % families.length]}${given[(n * 7) % given.length]}`,
        phone,
        idNo: null,
        personKey: personKeyOf(tx, { phone, idNo: null }),
        storeId: store.id,
        positionCode: n % 3 === 0 ? "deliverySpecialist" : "salesAdvisor",
        employType: "FULL",
        source: sources[n % sources.length] ?? "SITE",
        state,
        entryDate: state === "TO_JOIN" ? addDays(dayOf(tx.now), draw.integer(0, 14)) : null,
        stateReason: state === "REJECTED" ? "面谈后未录用" : null,
      });
    }
  }
}
