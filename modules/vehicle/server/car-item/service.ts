import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { asStored, changeRecord, insertRecord, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { colors, options } from "./tables.ts";

export function listOptions(tx: Tx) {
  return db(tx).selectFrom("carOption").selectAll().orderBy("optionGroup").orderBy("optionCode").execute();
}

export async function createOption(tx: Tx, body: BodyOf<typeof contract.createOption>) {
  await lockCatalogue(tx);
  await requireFreeCode(tx, body.optionCode, "选装");
  await checkPackage(tx, body);
  return insertRecord(tx, options, { ...body, status: "ENABLED" });
}

export async function editOption(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.editOption>) {
  await lockCatalogue(tx);
  const row = await lockRecord(tx, options, id, version, asStored);
  await checkPackage(tx, { optionCode: row.optionCode, ...changes });
  if (changes.status === "DISABLED" && row.status === "ENABLED") await refuseUsed(tx, options.name, id);
  const changed = await changeRecord(tx, options, row, changes);
  await catalogueChanged(tx);
  return changed;
}

interface Package {
  readonly optionCode: string;
  readonly optionGroup: string;
  readonly contains: readonly string[];
}

/** A package holds two options or more, and neither a package nor itself; anything else holds nothing (2.1). */
async function checkPackage(tx: Tx, { optionCode, optionGroup, contains }: Package): Promise<void> {
  const isPackage = optionGroup === "PACKAGE";
  if (isPackage !== new Set(contains).size >= 2 || (!isPackage && contains.length > 0)) {
    throw commonErrors.param({ field: "包含选装" });
  }
  if (contains.includes(optionCode)) throw vehicleErrors.packageNested();
  const known = new Map((await listOptions(tx)).map((option) => [option.optionCode, option]));
  for (const code of contains) {
    const option = known.get(code);
    if (!option) throw vehicleErrors.itemUnknown({ code });
    if (option.optionGroup === "PACKAGE") throw vehicleErrors.packageNested();
  }
  const isInside = [...known.values()].some((other) => other.contains.includes(optionCode));
  if (isPackage && isInside) throw vehicleErrors.packageNested();
}

export function listColors(tx: Tx) {
  return db(tx).selectFrom("carColor").selectAll().orderBy("side").orderBy("colorCode").execute();
}

export async function createColor(tx: Tx, body: BodyOf<typeof contract.createColor>) {
  await lockCatalogue(tx);
  await requireFreeCode(tx, body.colorCode, "颜色");
  return insertRecord(tx, colors, { ...body, status: "ENABLED" });
}

export async function editColor(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.editColor>) {
  await lockCatalogue(tx);
  const row = await lockRecord(tx, colors, id, version, asStored);
  if (changes.status === "DISABLED" && row.status === "ENABLED") await refuseUsed(tx, colors.name, id);
  const changed = await changeRecord(tx, colors, row, changes);
  await catalogueChanged(tx);
  return changed;
}

/** Options and colours share one set of codes: requires and excludes name either. */
async function requireFreeCode(tx: Tx, code: string, what: string): Promise<void> {
  const option = await db(tx).selectFrom("carOption").select("id").where("optionCode", "=", code).executeTakeFirst();
  const color = await db(tx).selectFrom("carColor").select("id").where("colorCode", "=", code).executeTakeFirst();
  if (option || color) throw vehicleErrors.codeDup({ what });
}
