import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import type { ProjectTemplateRow } from "./tables.ts";

type Kind = Pick<ProjectTemplateRow, "kind" | "storeType">;

const ofKind = (tx: Tx, { kind, storeType }: Kind) =>
  db(tx)
    .selectFrom("projectTemplate")
    .selectAll()
    .where("kind", "=", kind)
    .where("storeType", storeType === null ? "is" : "=", storeType)
    .orderBy("ver", "desc")
    .limit(1);

/** The latest version of each template, in the order of kinds and types. */
export function latestTemplates(tx: Tx): Promise<ProjectTemplateRow[]> {
  return db(tx)
    .selectFrom("projectTemplate")
    .selectAll()
    .distinctOn(["kind", "storeType"])
    .orderBy("kind")
    .orderBy("storeType")
    .orderBy("ver", "desc")
    .execute();
}

/** Locks the latest version, so that two people who save at once make two versions or a conflict. */
export async function lockLatest(tx: Tx, wanted: Kind): Promise<ProjectTemplateRow | undefined> {
  const key = `projectTemplate:${wanted.kind}:${wanted.storeType ?? ""}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.kysely);
  return ofKind(tx, wanted).executeTakeFirst();
}

/** Finds the template for a project: that of the type of its store, else the one for any type. */
export async function templateFor(tx: Tx, { kind, storeType }: Kind): Promise<ProjectTemplateRow | undefined> {
  const own = await ofKind(tx, { kind, storeType }).executeTakeFirst();
  return own ?? ofKind(tx, { kind, storeType: null }).executeTakeFirst();
}
