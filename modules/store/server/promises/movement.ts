import { example, type Kind, organizationOf, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, newId } from "@ops/platform/server";
import * as store from "../../contract/index.ts";
import { requestReview } from "../movement/review.ts";
import { type MovementRow, movements } from "../movement/tables.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { givenStore, givenStoreStaff } from "../testing.ts";

const reason = "个人发展需要";

/** Makes somebody's leave, asked for by somebody else. */
function leaveOf(app: ProductApp, staff: StaffRow, wishes: Partial<MovementRow> = {}): Promise<MovementRow> {
  return app.arrange(async (tx) => {
    const from = { staffId: staff.id, fromStoreId: staff.storeId, fromPositionCode: staff.positionCode };
    const facts = { kind: "LEAVE", leaveType: "RESIGN", effectiveDate: dayOf(tx.now), reason } as const;
    const movement = await insertRecord(tx, movements, { movementNo: newId(), ...facts, ...from, ...wishes });
    if (staff.state === "IN_POST") {
      const leaving = { state: "LEAVING", stateBefore: "IN_POST", leaveOn: dayOf(tx.now) } as const;
      await changeRecord(tx, staffTable, staff, leaving);
      await requestReview(tx, movement, staff, { userId: newId(), at: tx.now });
    }
    return movement;
  });
}

async function given(app: ProductApp, wishes: Partial<MovementRow> = {}) {
  const { id, version } = await leaveOf(app, await givenStoreStaff(app), wishes);
  return { params: { id }, version };
}

/** Movements are visible in both of their stores and for whoever asked for them. */
export const storeMovements: Kind = {
  places: scopedPlaces,
  facts: `select id::text as id, true as exists, created_by as "ownerId", false as everywhere,
    array_remove(array[from_store_id, to_store_id], null) as "organizationIds" from store_movement`,
  make: async (ground, place, { userId }) => {
    if (place === "missing") return newId();
    const isSomewhere = place !== "own" && place !== "nowhere";
    const organization = organizationOf(ground, place);
    const [known] = await ground.app.rows<{ id: string }>("select id from store where id = $1", [organization.id]);
    const at = isSomewhere ? (known ?? (await givenStore(ground.app, { organization }))) : await givenStore(ground.app);
    const staff = await givenStoreStaff(ground.app, { storeId: at.id, state: "CANDIDATE" });
    const { id } = await leaveOf(ground.app, staff);
    if (place === "own") await ground.app.rows("update store_movement set created_by = $2 where id = $1", [id, userId]);
    return id;
  },
};

example(store.createMovement, async (app) => {
  const { id: staffId } = await givenStoreStaff(app);
  const effectiveDate = dayOf(app.now());
  const body = { staffId, kind: "LEAVE", leaveType: "RESIGN", effectiveDate, reason } as const;
  return { input: { body } };
});
example(store.arrangeHandover, async (app) => {
  const { params, version } = await given(app);
  return { input: { params, body: { version } } };
});
example(store.decideMovement, async (app) => {
  const { params, version } = await given(app);
  return { input: { params, body: { verdict: "APPROVE" as const, version } } };
});
example(store.withdrawMovement, async (app) => {
  const { params, version } = await given(app);
  return { input: { params, body: { reason, version } } };
});
example(store.retryMovement, async (app) => {
  const { params, version } = await given(app, { state: "FAILED" });
  return { input: { params, body: { version } } };
});
