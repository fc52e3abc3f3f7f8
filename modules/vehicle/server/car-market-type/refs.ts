import { refTo } from "@ops/platform/server";
import { carErrors, MarketTypeRef } from "../../contract/index.ts";
import { marketTypes } from "./tables.ts";

/** Finds the market types as which cars may be sold. */
export const marketTypeRefs = refTo(MarketTypeRef, marketTypes, {
  name: "typeName",
  open: { column: "status", values: ["ENABLED"], refusal: carErrors.marketTypeUnknown },
  unknown: carErrors.marketTypeUnknown,
  orderBy: ["sort", "asc"],
});
