import { partnerStaffAt } from "@ops/partner/server";
import type { Tx } from "@ops/platform/server";
import { CAR_PAGE } from "@ops/vehicle/contract";
import { listByPlace } from "@ops/vehicle/server";
import { type OpenBusiness, openingErrors, STAFF_PAGE } from "../../contract/index.ts";
import type { StoreRow } from "../site/tables.ts";
import { peopleInHand } from "./work.ts";

/** Cars in the store are told apart from others that belong to its organisation only because an order holds them. */
const CARS_IN_HAND = "vehicle.cars";
const PARTNER_STAFF_PAGE = "/Partner/staff";

type Listed = NonNullable<OpenBusiness["listed"]>;

/** Finds what is open in a store and stops its closing: work of its organisation, people and cars (ST-R34). */
export async function openBusinessOf(tx: Tx, store: StoreRow): Promise<OpenBusiness[]> {
  const { id, partnerId } = store;
  const cars = await listByPlace(tx, "STORE", id);
  const standing = cars.filter(({ holdState }) => holdState !== "DELIVERED" && holdState !== "OFF").length;
  const people: Listed = { route: STAFF_PAGE, filters: { storeId: id } };
  const open: OpenBusiness[] = [];
  for (const { kind, label, countOf } of tx.workInHand) {
    const count = (await countOf(tx, { kind: "organization", id })) - (kind === CARS_IN_HAND ? standing : 0);
    open.push({ kind, label, count, listed: kind === peopleInHand.kind ? people : null });
  }
  const partners = { route: PARTNER_STAFF_PAGE, filters: { partnerId: partnerId ?? "", storeId: id } };
  const partnerPeople = (await partnerStaffAt(tx, id)).length;
  open.push({ kind: "partner.staff", label: "合作伙伴人员", count: partnerPeople, listed: partners });
  const carList = { route: CAR_PAGE, filters: { placeKind: "STORE" } };
  open.push({ kind: "vehicle.standing", label: "库存车", count: cars.length, listed: carList });
  return open.filter(({ count }) => count > 0);
}

export async function refuseOpenBusiness(tx: Tx, store: StoreRow): Promise<void> {
  const open = await openBusinessOf(tx, store);
  if (open.length === 0) return;
  throw openingErrors.closeBlocked({ list: open.map(({ label, count }) => `${label}${count}`).join("、") });
}
