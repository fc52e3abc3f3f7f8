import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";

interface SeatWishes {
  readonly storeId: string;
  readonly positionCode?: string;
  readonly state: "CANDIDATE" | "TO_JOIN" | "TRAINING" | "IN_POST" | "MOVING" | "LEAVING" | "LEFT";
  readonly entryDate?: string;
  readonly leaveOn?: string;
  readonly userId?: string;
}

/** Puts a person straight into the table, as far as seats depend on it. */
export async function givenSeat(app: AuthorityTestApp, wishes: SeatWishes): Promise<string> {
  const id = newId();
  const { storeId, positionCode = "salesAdvisor", state, entryDate = "2026-01-05", leaveOn = null } = wishes;
  const stateBefore = state === "MOVING" || state === "LEAVING" ? "IN_POST" : null;
  await app.rows(
    `insert into store_staff (id, created_at, created_by, updated_at, updated_by, name, phone_cipher, phone_hash,
       phone_masked, person_key, staff_no, store_id, position_code, source, state, state_before, entry_date, leave_on, user_id)
     values ($1::uuid, now(), $1, now(), $1, '某某', '\\x00', decode(replace($1::text, '-', ''), 'hex'), '133****0000', '\\x00',
       $1::text, $2, $3, 'SITE', $4, $5, $6, $7, $8)`,
    [id, storeId, positionCode, state, stateBefore, entryDate, leaveOn, wishes.userId ?? newId()],
  );
  return id;
}

interface MovementWishes {
  readonly staffId: string;
  readonly from: { readonly storeId: string; readonly positionCode?: string };
  readonly to: { readonly storeId: string; readonly positionCode?: string };
  readonly effectiveDate: string;
  readonly state: string;
}

/** Puts a movement straight into the table. */
export async function givenMove(app: AuthorityTestApp, { staffId, from, to, effectiveDate, state }: MovementWishes) {
  await app.rows(
    `insert into store_movement (id, created_at, created_by, updated_at, updated_by, movement_no, staff_id, kind,
       from_store_id, from_position_code, to_store_id, to_position_code, effective_date, reason, state)
     values ($1::uuid, now(), $1, now(), $1, $1::text, $2, 'TRANSFER', $3, $4, $5, $6, $7, '人员调整需要', $8)`,
    [
      newId(),
      staffId,
      from.storeId,
      from.positionCode ?? "salesAdvisor",
      to.storeId,
      to.positionCode ?? "salesAdvisor",
      effectiveDate,
      state,
    ],
  );
}
