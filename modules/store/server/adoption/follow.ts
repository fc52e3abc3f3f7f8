import { personMoved, personStopped } from "@ops/authority/contract";
import { lookupPeople } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, on, type Schedule, schedule, type Tx } from "@ops/platform/server";
import { staffStates, workingStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockOpenMovement, loseMovement } from "../movement/lose.ts";
import { tellLeft } from "../staff/posts.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { comparePosts, takeInPeople } from "./people.ts";

const STORES_PER_STEP = 100;

/** The record follows an account that was closed in 用户管理. */
const followStopped = on(
  personStopped,
  { name: "store.personStopped", title: "门店人员随账号离职" },
  async (tx, event) => {
    if (event.how !== "LEFT") return;
    const person = (await lookupPeople(tx, [event.userId])).get(event.userId);
    if (person && person.status !== "LEFT") return; // the account was opened again before the event arrived
    await lockOpenMovement(tx, event.userId);
    const [staff] = await lockWorking(tx, "userId", [event.userId]);
    if (!staff) return;
    const left = await changeRecord(tx, staffTable, staff, {
      state: staffStates.next(staff.state, "lose"),
      stateBefore: null,
      leaveOn: dayOf(tx.now),
      leaveType: staff.leaveType ?? "OTHER",
      leaveReason: staff.leaveReason ?? "账号已关闭",
      isOutOfStep: false,
    });
    await loseMovement(tx, event.userId);
    await tellLeft(tx, left);
  },
);

const followMoved = on(personMoved, { name: "store.personMoved", title: "门店人员核对任职" }, async (tx, { userId }) =>
  comparePosts(tx, await lockWorking(tx, "userId", [userId])),
);

export const peopleListeners = [followStopped, followMoved];

/** Locks people who work, without regard to the scope and in one order. */
function lockWorking(tx: Tx, by: "userId" | "storeId", ids: readonly string[]): Promise<StaffRow[]> {
  return db(tx)
    .selectFrom("storeStaff")
    .selectAll()
    .where(by, "in", [...ids])
    .where("state", "in", [...workingStates])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Takes in people who came to own stores in 用户管理, and compares all records with the posts (ST-R33). */
export const peopleNightly: Schedule = schedule({
  name: "store.people",
  title: "门店人员核对",
  at: "0 2 * * *",
  run: async ({ step }) => {
    const stores = await step((tx) => db(tx).selectFrom("store").select("id").orderBy("id").execute());
    const ids = stores.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += STORES_PER_STEP) {
      const some = ids.slice(from, from + STORES_PER_STEP);
      // two steps, because whoever gives a seat locks the person before the cell
      await step((tx) => takeInPeople(tx, some));
      await step(async (tx) => comparePosts(tx, await lockWorking(tx, "storeId", some)));
    }
  },
});
