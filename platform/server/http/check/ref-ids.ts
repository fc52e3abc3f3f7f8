import { type Endpoint, fieldMeta, metaOf, refusalOfField } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { requireRecord } from "../../db/record/record.ts";
import { declaredTables } from "../../db/record/table.ts";
import type { Tx } from "../../db/tx.ts";
import { sourceOf } from "../../refs/source.ts";
import { placesIn, valuesAt } from "../places.ts";

type Input = { readonly params: unknown; readonly body: unknown };

export interface RefIds {
  /** Throws when the body points at a record that must not be chosen. */
  check(tx: Tx, input: Input): Promise<void>;
}

/**
 * Requires that every referenced record exists, is in the caller's scope and may be chosen, at any depth (decision
 * 0039). Present references of the changed record may stay, even if they could no longer be chosen. Null if the
 * endpoint has no references.
 */
export function refIdsOf(
  { method, body, changes: declared }: Pick<Endpoint, "method" | "body" | "changes">,
  known?: string,
): RefIds | null {
  if (method === "GET") return null;
  const changes = declared ?? known;
  const places = placesIn(body, pointerIn);
  if (places.length === 0) return null;
  return {
    check: async (tx, input) => {
      for (const { path, found } of places) {
        const ids = valuesAt(input.body, path).flatMap(([, value]) => idsIn(value));
        if (ids.length === 0) continue;
        const refused = await sourceOf(tx, found.kind).refusals(tx, ids);
        if (refused.size === 0) continue;
        await requireChanged(tx, changes, input.params);
        const held = path.length === 1 ? await heldIn(tx, changes, { input, column: path[0] ?? "" }) : [];
        for (const [id, refusal] of refused) if (!held.includes(id)) throw refusalOfField(found.refused) ?? refusal;
      }
    },
  };
}

function pointerIn(schema: z.ZodType): { kind: string; refused: string | null } | null {
  const { ref, refused } = fieldMeta(schema);
  return ref === null || metaOf(schema)["checkedBy"] === "service" ? null : { kind: ref, refused };
}

/** Answers a record outside of the scope as missing and logs it, whatever else is wrong with the call (PF-R106). */
async function requireChanged(tx: Tx, changes: string | undefined, params: unknown): Promise<void> {
  const table = declaredTables.get(changes ?? "");
  const { id }: { id?: unknown } = Object(params);
  if (table && typeof id === "string") await requireRecord(tx, table, id);
}

/** Reads the present value of the field in the changed record. */
async function heldIn(
  tx: Tx,
  table: string | undefined,
  { input, column }: { readonly input: Input; readonly column: string },
): Promise<readonly string[]> {
  const { id }: { id?: unknown } = Object(input.params);
  if (table === undefined || !declaredTables.has(table) || typeof id !== "string") return [];
  const row = await (tx.kysely as unknown as Kysely<Record<string, { id: string }>>)
    .selectFrom(table)
    .select(sql<unknown>`to_jsonb(${sql.table(table)}) -> ${sql.lit(columnName(column))}`.as("held"))
    .where("id", "=", id)
    .executeTakeFirst();
  return idsIn(row?.held);
}

/** As the column is called in the database, where names have underscores. */
const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One id, or a list of them; null is no choice. */
function idsIn(value: unknown): readonly string[] {
  return [value].flat().filter((one) => typeof one === "string");
}
