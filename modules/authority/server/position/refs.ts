import { refTo, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { listPositions, PositionRef } from "../../contract/index.ts";
import { mayName } from "../rights/reader/may-name.ts";
import { positions } from "./tables.ts";

/** Positions that may be held, by name or code. Whoever does not keep positions knows those that people in sight hold. */
export const positionRefs = refTo(PositionRef, positions, {
  name: "name",
  reach: async (tx) => (tx.actor.can(listPositions.permission) ? null : heldInSight(tx)),
  offered: sql<boolean>`position.status = 'ENABLED'`,
  orderBy: ["rank", "desc"],
  listedBy: listPositions,
});

const heldInSight = (tx: Tx) => sql<boolean>`exists (select 1 from membership m join app_user u on u.id = m.user_id
  where m.position_id = position.id and m.status <> 'ENDED' and ${mayName(tx)})`;
