import { type Arranging, type GivenOrganization, givenOrganization, insideOf } from "@ops/authority/server/testing";
import { insertRecord, newId, type Tx } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { sql } from "kysely";
import { type StoreRow, storeTable } from "./site/tables.ts";

const nextStore = startSeries();

type StoreWishes = Partial<Omit<StoreRow, "id" | "version">> & { readonly organization?: GivenOrganization };

/** Makes a store with its organisation, 营业中 in Shanghai by default. */
export async function givenStore(app: Arranging, wishes: StoreWishes = {}): Promise<StoreRow> {
  const n = nextStore();
  const { organization, ...values } = wishes;
  const type = values.storeType === "DELIVERY" ? "DELIVERY" : "STORE";
  return app.arrange(async (tx) => {
    const { id, name } = organization ?? (await givenOrganization(insideOf(app, tx), { type }));
    return insertRecord(tx, storeTable, {
      id,
      storeCode: `S3101${String(10_000 + n).slice(1)}`,
      name,
      shortName: name,
      storeType: "EXPERIENCE",
      operateMode: "DIRECT",
      provinceCode: "310000",
      cityCode: "310100",
      serviceCityCodes: ["310100"],
      state: "OPEN",
      ...values,
    });
  });
}

/** The positions of stores in the demo, with their names and families. */
const POSITIONS = [
  ["storeManager", "店长", "MANAGE", ["STORE"]],
  ["salesAdvisor", "销售顾问", "SALES", ["STORE"]],
  ["deliverySpecialist", "交付专员", "DELIVERY", ["STORE", "DELIVERY"]],
] as const;

/** Sets up three positions of stores; a second call changes nothing. */
export function givenStorePositions(app: Arranging): Promise<void> {
  return app.arrange(async (tx: Tx) => {
    for (const [at, [code, name, family, orgTypes]] of POSITIONS.entries()) {
      const stamp = sql`${tx.now}, ${tx.actor.userId}, ${tx.now}, ${tx.actor.userId}`;
      // a position of this name may be there already, because somebody signed in
      await sql`update position set code = ${code}, org_types = ${[...orgTypes]}::text[]
        where name = ${name} and code <> ${code}`.execute(tx.kysely);
      await sql`insert into position (id, created_at, created_by, updated_at, updated_by, code, name, org_types, rank)
        values (${newId()}, ${stamp}, ${code}, ${name}, ${[...orgTypes]}::text[], ${10 - at})
        on conflict do nothing`.execute(tx.kysely);
      await sql`insert into store_position (id, created_at, created_by, updated_at, updated_by, position_code, family, sort)
        values (${newId()}, ${stamp}, ${code}, ${family}, ${at + 1}) on conflict do nothing`.execute(tx.kysely);
    }
  });
}
