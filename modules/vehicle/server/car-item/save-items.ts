import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { findRow, findRows } from "../database.ts";
import { editListed } from "../series/edit-listed.ts";
import { type ColorRow, colors, type OptionRow, options } from "./tables.ts";

export function allOptions(tx: Tx): Promise<OptionRow[]> {
  return findRows(tx, "carOption", {}, "optionGroup", "optionCode");
}

export async function createOption(tx: Tx, body: BodyOf<typeof contract.createOption>): Promise<OptionRow> {
  await lockCatalogue(tx);
  await requireFreeCode(tx, body.optionCode, options.entity);
  await checkPackage(tx, body);
  return insertRecord(tx, options, body);
}

export function editOption(
  tx: Tx,
  id: string,
  { version, ...changes }: BodyOf<typeof contract.editOption>,
): Promise<OptionRow> {
  return editListed(tx, options, { id, version }, changes, ({ optionCode }) =>
    checkPackage(tx, { optionCode, ...changes }),
  );
}

type Package = Pick<OptionRow, "optionCode" | "optionGroup" | "contains">;

/**
 * Checks that a package contains two options or more, but no package and not itself. Other items contain nothing (2.1).
 */
async function checkPackage(tx: Tx, { optionCode, optionGroup, contains }: Package): Promise<void> {
  const isPackage = optionGroup === "PACKAGE";
  if (isPackage !== new Set(contains).size >= 2 || (!isPackage && contains.length > 0)) {
    throw commonErrors.param({ field: "包含选装" });
  }
  if (contains.includes(optionCode)) throw vehicleErrors.packageNested();
  const known = new Map((await allOptions(tx)).map((option) => [option.optionCode, option]));
  for (const code of contains) {
    const option = known.get(code);
    if (!option) throw vehicleErrors.itemUnknown({ code });
    if (option.optionGroup === "PACKAGE") throw vehicleErrors.packageNested();
  }
  const isInside = [...known.values()].some((other) => other.contains.includes(optionCode));
  if (isPackage && isInside) throw vehicleErrors.packageNested();
}

export function allColors(tx: Tx): Promise<ColorRow[]> {
  return findRows(tx, "carColor", {}, "side", "colorCode");
}

export async function createColor(tx: Tx, body: BodyOf<typeof contract.createColor>): Promise<ColorRow> {
  await lockCatalogue(tx);
  await requireFreeCode(tx, body.colorCode, colors.entity);
  return insertRecord(tx, colors, body);
}

export function editColor(
  tx: Tx,
  id: string,
  { version, ...changes }: BodyOf<typeof contract.editColor>,
): Promise<ColorRow> {
  return editListed(tx, colors, { id, version }, changes);
}

/**
 * Refuses a code that an option or a colour has. Both share one set of codes, because `requires` and `excludes` may
 * name either.
 */
async function requireFreeCode(tx: Tx, code: string, what: string): Promise<void> {
  const option = await findRow(tx, "carOption", { optionCode: code });
  if (option || (await findRow(tx, "carColor", { colorCode: code }))) throw vehicleErrors.codeDup({ what });
}
