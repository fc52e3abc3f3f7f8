import { disableOrganization } from "@ops/authority/server";
import { lookupPartners } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { cityCentres, seeded, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { insertStore } from "../store/save.ts";
import { requireDemoPlace } from "./places.ts";

const levels = ["S", "A", "A", "B", "B", "C", "C", "C"] as const;
const CENTRE_LEVEL = "C";

/** Fills in what an organisation does not know of its store: where it lies, how large it is, who rents it. */
export async function fillStores(tx: Tx): Promise<void> {
  const draw = seeded("stores");
  const stores = await db(tx).selectFrom("store").selectAll().orderBy("id").execute();
  const centres = await cityCentres(tx, [...new Set(stores.flatMap(({ cityCode }) => cityCode ?? []))]);
  const facts = stores.map(({ id, cityCode, storeType, operateMode }, at) => {
    const centre = centres.get(cityCode ?? "");
    const around = () => draw.integer(-300, 300) / 10_000;
    const isCentre = storeType === "DELIVERY";
    return {
      id,
      lng: centre ? Math.round((centre.lng + around()) * 1e6) / 1e6 : null,
      lat: centre ? Math.round((centre.lat + around()) * 1e6) / 1e6 : null,
      phone: `400-${String(draw.integer(100, 999))}-${String(draw.integer(1000, 9999))}`,
      area_sqm: draw.integer(isCentre ? 2_000 : 180, isCentre ? 6_000 : 1_200),
      display_slots: isCentre ? 0 : draw.integer(3, 9),
      test_drive_slots: isCentre ? 0 : draw.integer(2, 5),
      delivery_bays: draw.integer(isCentre ? 6 : 1, isCentre ? 16 : 3),
      charging_piles: draw.integer(2, 12),
      parking_slots: draw.integer(8, 60),
      store_level: isCentre ? CENTRE_LEVEL : (levels[at % levels.length] ?? CENTRE_LEVEL),
      legal_entity: operateMode === "DIRECT" ? "启岳汽车销售服务有限公司" : null,
      license_no: operateMode === "DIRECT" ? "91350100M000100Y43" : null,
      rent_start: addDays(dayOf(tx.now), -draw.integer(200, 900)),
      rent_end: addDays(dayOf(tx.now), draw.integer(20, 900)),
      monthly_rent_fen: draw.integer(30, 260) * 100_000,
    };
  });
  await sql`update store s set lng = f.lng, lat = f.lat, phone = f.phone, area_sqm = f.area_sqm,
      display_slots = f.display_slots, test_drive_slots = f.test_drive_slots, delivery_bays = f.delivery_bays,
      charging_piles = f.charging_piles, parking_slots = f.parking_slots, store_level = f.store_level,
      legal_entity = f.legal_entity, license_no = f.license_no, rent_start = f.rent_start, rent_end = f.rent_end,
      monthly_rent_fen = f.monthly_rent_fen
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) f (id uuid, lng numeric, lat numeric, phone text, area_sqm int,
      display_slots int, test_drive_slots int, delivery_bays int, charging_piles int, parking_slots int,
      store_level text, legal_entity text, license_no text, rent_start date, rent_end date, monthly_rent_fen bigint)
    where s.id = f.id`.execute(tx.kysely);
}

/** Organisation codes of stores that are not simply open. */
const TRIALS = ["ST-KM13", "ST-HRB13"];
const UNDER_REPAIR = "ST-DL13";

/** Puts some stores into the states between planned and open. */
export async function spreadStates(tx: Tx): Promise<void> {
  for (const code of TRIALS) {
    const { id } = await requireDemoPlace(tx, code);
    await db(tx).updateTable("store").set({ state: "TRIAL" }).where("id", "=", id).execute();
  }
  const { id } = await requireDemoPlace(tx, UNDER_REPAIR);
  const suspended = { state: "SUSPENDED", stateBefore: "OPEN", stateReason: "展厅装修" } as const;
  const values = { ...suspended, suspendSource: "MANUAL" as const, resumeOn: addDays(dayOf(tx.now), 25) };
  await db(tx).updateTable("store").set(values).where("id", "=", id).execute();
}

/** Suspends the stores of partners that are suspended or leave, as their cascade would. */
export async function suspendWithPartners(tx: Tx): Promise<void> {
  const stores = await db(tx)
    .selectFrom("store")
    .select(["id", "partnerId"])
    .where("state", "=", "OPEN")
    .where("partnerId", "is not", null)
    .execute();
  const partners = await lookupPartners(tx, [...new Set(stores.flatMap(({ partnerId }) => partnerId ?? []))]);
  const isStopped = (id: string | null) => ["SUSPENDED", "EXITING"].includes(partners.get(id ?? "")?.state ?? "");
  const ids = stores.filter(({ partnerId }) => isStopped(partnerId)).map(({ id }) => id);
  const values = {
    state: "SUSPENDED",
    stateBefore: "OPEN",
    suspendSource: "PARTNER",
    stateReason: "合作伙伴暂停",
  } as const;
  if (ids.length > 0) await db(tx).updateTable("store").set(values).where("id", "in", ids).execute();
}

/** Stores that are not in authority's demo: name, type, region, district, street and state. */
const made = [
  ["上海虹口体验中心", "EXPERIENCE", "EAST", "310109", "四川北路1688号", "PREPARING"],
  ["成都高新体验中心", "EXPERIENCE", "WEST", "510107", "天府大道北段1700号", "PREPARING"],
  ["深圳罗湖用户中心", "USER", "SOUTH", "440303", "深南东路5016号", "PREPARING"],
  ["北京石景山体验中心", "EXPERIENCE", "NORTH", "110107", "石景山路乙18号", "CLOSED"],
] as const;
const PLANNED_IN_DAYS = 60;
const CLOSED_BEFORE_DAYS = 75;
const CLOSED_BECAUSE = "租约到期，客流迁至新店";

/** Adds three stores that are being prepared and one that has closed. */
export async function addStores(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  for (const [name, storeType, region, regionCode, address, state] of made) {
    const { id: regionId } = await requireDemoPlace(tx, region);
    const { id } = await insertStore(tx, {
      name,
      shortName: name.slice(0, 4),
      storeType,
      regionCode,
      address,
      operateMode: "DIRECT",
      regionId,
      openDatePlan: state === "PREPARING" ? addDays(today, PLANNED_IN_DAYS) : null,
    });
    if (state !== "CLOSED") continue;
    const closed = { state, closedOn: addDays(today, -CLOSED_BEFORE_DAYS), stateReason: CLOSED_BECAUSE } as const;
    await db(tx).updateTable("store").set(closed).where("id", "=", id).execute();
    await disableOrganization(tx, id, CLOSED_BECAUSE);
  }
}
