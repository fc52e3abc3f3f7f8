import { dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecords, removeRecord, type Tx } from "@ops/platform/server";
import { taskStates } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { taskFacts } from "./facts.ts";
import { blockersNow, tasksOf } from "./standing.ts";
import { type OnboardTaskRow, onboardTasks } from "./tables.ts";
import { tellReady, tellWaiting } from "./tell-ready.ts";
import { plannedTasks } from "./template.ts";

/**
 * The tasks that the kinds of a partner ask for (PT-R18): made when it is approved, and brought up to date when its kinds
 * change. What is done stays; what nobody asks for any more and nobody has begun goes.
 */
export async function syncTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const planned = plannedTasks(tx, partner, dayOf(partner.approvedAt ?? tx.now));
  const had = await tasksOf(tx, partner.id);
  for (const task of had) {
    const wanted = planned.find(({ code }) => code === task.code);
    const mandatory = wanted?.mandatory ?? false;
    if (!wanted && task.state === "WAITING") await removeRecord(tx, onboardTasks, task);
    else if (task.mandatory !== mandatory) await changeRecord(tx, onboardTasks, task, { mandatory });
  }
  const fresh = planned.filter(({ code }) => !had.some((task) => task.code === code));
  const made = await insertRecords(
    tx,
    onboardTasks,
    fresh.map(({ after, ...task }) => ({
      partnerId: partner.id,
      ...task,
      dependsOn: [...after],
      state: taskStates.initial,
      evidence: null,
      fileIds: [],
      note: null,
      doneAt: null,
    })),
  );
  await settleTasks(tx, partner);
  const settled = await tasksOf(tx, partner.id);
  await tellReady(
    tx,
    partner,
    settled.filter(({ id }) => made.some((one) => one.id === id)),
  );
}

/**
 * What the facts decide is ticked by the system (PT-R18), once nothing comes before it; what a person sent back stays with
 * people. The caller has locked the partner.
 */
export async function settleTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const tasks = await tasksOf(tx, partner.id);
  const open = tasks.filter(({ state }) => state === "WAITING" || state === "DOING");
  for (const task of open.filter((one) => isWorkedOn(partner, one))) {
    const fact = (await taskFacts.get(task.code)?.(tx, partner.id)) ?? null;
    if (fact === null || (await blockersNow(tx, task)).length > 0) continue;
    const state = taskStates.next(task.state, "done");
    const shown = doneWith(tx, { evidence: `系统确认：${fact}`, fileIds: [] });
    await changeRecord(tx, onboardTasks, task, { state, ...shown });
    await tellWaiting(tx, partner, task);
  }
}

/** Tasks are worked on while a partner comes in, wanted ones also afterwards. */
export const isWorkedOn = ({ state }: PartnerRow, { mandatory }: OnboardTaskRow): boolean =>
  state === "ONBOARDING" || (state === "ACTIVE" && !mandatory);

export const doneWith = (tx: Tx, shown: Pick<OnboardTaskRow, "evidence" | "fileIds">) => ({
  ...shown,
  note: null,
  doneAt: tx.now,
});
