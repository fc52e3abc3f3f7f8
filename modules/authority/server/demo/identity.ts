import type { OrganizationType } from "../database.ts";
import { places } from "./brand.ts";
import { phoneOf } from "./names.ts";
import type { Person } from "./people.ts";
import { idOf } from "./seeded.ts";

/** A post at a place that somebody is to hold. */
export interface Slot {
  readonly place: string;
  readonly position: string;
}

export const typeOf = new Map(places().map(({ code, type }) => [code, type]));

/** Numbers and ids of the n-th person; people of other companies have no staff number. */
export function identityOf(index: number, { place }: Slot) {
  const userType = userTypeOf(place);
  const isOutsider = userType === "PARTNER" || userType === "CARRIER";
  return {
    id: idOf(`user:${index}`),
    mobilePhone: phoneOf(index),
    staffNo: isOutsider ? null : `QY${10_001 + index}`,
    userType,
    boolAdmin: false,
  };
}

export function userTypeOf(place: string): Person["userType"] {
  const type: OrganizationType = typeOf.get(place) ?? "DEPT";
  if (type === "STORE" || type === "DELIVERY") return "STORE";
  return type === "PARTNER" || type === "CARRIER" ? type : "INTERNAL";
}
