import { databaseOf, type JsonColumns, type NamedColumns, type Table } from "@ops/platform/server";
import type { Offsets, OrderStatus, PlannedRefund, WeeklySlot } from "../contract/index.ts";
import type { ChangeContent } from "./change/content.ts";
import type { Snapshot } from "./lock/snapshot.ts";
import type { OrderTables as Stored } from "./tables.generated.ts";

/** The tables as the migrations create them, with the types of their jsonb columns and of states. */
type OrderTables = JsonColumns<
  NamedColumns<
    Stored,
    {
      orderStage: { fromState: OrderStatus | null; toState: OrderStatus };
      salesOrder: { prevState: OrderStatus | null };
      orderCancel: { fromState: OrderStatus };
    }
  >,
  {
    seriesRule: { offsets: Offsets };
    salesOrder: { snapshot: Snapshot | null };
    slotRule: { slots: WeeklySlot[] };
    orderCancel: { plan: readonly PlannedRefund[] };
    orderChange: { before: ChangeContent; after: ChangeContent };
    orderEventIn: { payload: Readonly<Record<string, unknown>>; conflicts: readonly object[] };
  }
>;

/** The module's view of the database: its own tables and no others. */
export const { tableOf, table, db, findRow, findRows } = databaseOf<OrderTables>({
  deliverySlot: "places in the slots of a store, read with its rule, whose store is in scope",
  orderCancelLine: "lines of a cancellation, read with it",
  orderIssue: "issues of an order, read with it",
  orderPriceLine: "lines of a price, read with the money of the order, which is scoped",
  orderPromise: "words about the delivery of an order, read with it",
  orderStage: "stages of an order, read with it",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
