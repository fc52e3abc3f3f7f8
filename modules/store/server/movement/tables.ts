import { type RawBuilder, sql } from "kysely";
import { MovementShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

interface Reach {
  readonly organizations: RawBuilder<unknown> | null;
  readonly selfId: string | null;
}

/** A movement is in scope by the store that it leaves and by the one that it goes to, and for whoever asked for it. */
function isReached({ organizations, selfId }: Reach): RawBuilder<boolean> {
  const places = organizations
    ? sql<boolean>`(store_movement.from_store_id in (${organizations}) or store_movement.to_store_id in (${organizations}))`
    : sql<boolean>`false`;
  return sql<boolean>`(${places} or store_movement.created_by = ${selfId}::uuid)`;
}

export const movements = tableOf(MovementShape, {
  scope: isReached,
  read: "store:movement:view",
  number: "movementNo",
  unlogged: ["fileIds"],
});
export type MovementRow = RowOf<typeof movements>;
