import type { ReadEndpoint } from "@ops/platform/contract";
import type { z } from "zod";
import { type Route, reads } from "../../http/route.ts";
import type { Tx } from "../tx.ts";
import { requireRecord } from "./record.ts";
import type { RecordRow, Table } from "./table.ts";

type GetEndpoint = ReadEndpoint & { readonly params: z.ZodType<{ id: string }> };

/** Answers one record of a table that the caller may see, as `present` shows it. */
export function get<E extends GetEndpoint, Row extends RecordRow>(
  endpoint: E,
  table: Table<Row>,
  present: (tx: Tx, row: Row) => Promise<z.input<E["answer"]>>,
): Route {
  return reads<GetEndpoint>(endpoint, async (tx, { params }) => present(tx, await requireRecord(tx, table, params.id)));
}
