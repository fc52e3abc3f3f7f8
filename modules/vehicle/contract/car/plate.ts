import { isPlate, normalPlate } from "@ops/platform/contract";
import { carErrors } from "./errors.ts";

/** Reads a plate as somebody typed it (VE-R14). */
export function plateOf(typed: string): string {
  const plate = normalPlate(typed);
  if (!isPlate(plate)) throw carErrors.plateFormat();
  return plate;
}
