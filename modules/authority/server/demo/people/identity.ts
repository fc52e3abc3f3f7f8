import type { OrganizationType } from "../../database.ts";
import { places } from "../brand/brand.ts";
import { idOf } from "../seeded.ts";
import { phoneOf } from "./names.ts";
import type { Person } from "./people.ts";

/** A post that has to be filled. */
export interface Slot {
  readonly place: string;
  readonly position: string;
}

export const typeOf = new Map(places().map(({ code, type }) => [code, type]));

/** Makes the ids and numbers of the n-th person. People of other companies have no staff number. */
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
