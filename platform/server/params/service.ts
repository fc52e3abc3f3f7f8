import {
  type BodyOf,
  commonErrors,
  type editParam as editParamEndpoint,
  type Param,
  wireTime,
} from "@ops/platform/contract";
import { changeRecord, insertRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { db, params } from "../tables.ts";
import type { ParamDeclaration } from "./declare.ts";

type Declared = readonly ParamDeclaration<unknown>[];

/** All parameters with their values, also those that still have their default. */
export async function listParams(tx: Tx, declared: Declared): Promise<Param[]> {
  const stored = await db(tx).selectFrom("param").select(["key", "value", "version"]).execute();
  const byKey = new Map(stored.map((row) => [row.key, row]));
  return declared.map((one) => presentParam(one, byKey.get(one.key)));
}

export async function editParam(
  tx: Tx,
  key: string,
  body: BodyOf<typeof editParamEndpoint>,
  declared: Declared,
): Promise<Param> {
  const param = declared.find((one) => one.key === key);
  if (!param) throw commonErrors.notFound();
  if (param.parse(body.value) === null) throw commonErrors.param({ field: param.description });
  const stored = await db(tx).selectFrom("param").selectAll().where("key", "=", key).forUpdate().executeTakeFirst();
  if ((stored?.version ?? 0) !== body.version) {
    const at = stored ?? { updatedBy: tx.actor.userId, updatedAt: tx.now };
    const values = { name: await tx.personName(at.updatedBy), time: wireTime(at.updatedAt) };
    throw commonErrors.versionConflict(values, presentParam(param, stored));
  }
  const saved = stored
    ? await changeRecord(tx, params, stored, { value: body.value })
    : await insertRecord(tx, params, { key, value: body.value });
  await tx.invalidate("params");
  return presentParam(param, saved);
}

/** Gives a parameter that still has its default another value, for data that need one. */
export async function setFirstParam(tx: Tx, { key }: ParamDeclaration<unknown>, value: string): Promise<void> {
  await insertRecord(tx, params, { key, value });
  await tx.invalidate("params");
}

function presentParam(param: ParamDeclaration<unknown>, stored: { value: string; version: number } | undefined): Param {
  const { key, group, description, rule } = param;
  const initial = String(param.initial);
  return { key, group, description, rule, initial, value: stored?.value ?? initial, version: stored?.version ?? 0 };
}
