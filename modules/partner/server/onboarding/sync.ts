import { dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecords, removeRecord, type Tx } from "@ops/platform/server";
import { taskStates } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { taskFacts } from "./facts.ts";
import { findBlockers, tasksOf } from "./standing.ts";
import { type OnboardTaskRow, onboardTasks } from "./tables.ts";
import { tellReady, tellWaiting } from "./tell-ready.ts";
import { planTasks } from "./template.ts";

/**
 * Creates the tasks for the kinds of a partner at its approval, and updates them when its kinds change (PT-R18).
 * Completed tasks stay; tasks that are no longer required are deleted if nobody has begun them.
 */
export async function syncTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const planned = planTasks(tx, partner, dayOf(partner.approvedAt ?? tx.now));
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
 * Completes tasks whose fact is there and which wait for nothing (PT-R18). Tasks that a person sent back are left to
 * people. The caller has locked the partner.
 */
export async function settleTasks(tx: Tx, partner: PartnerRow): Promise<void> {
  const tasks = await tasksOf(tx, partner.id);
  const open = tasks.filter(({ state }) => state === "WAITING" || state === "DOING");
  for (const task of open.filter((one) => isWorkedOn(partner, one))) {
    const fact = (await taskFacts.get(task.code)?.(tx, partner.id)) ?? null;
    if (fact === null || (await findBlockers(tx, task)).length > 0) continue;
    const state = taskStates.next(task.state, "done");
    const shown = stampDone(tx, { evidence: `系统确认：${fact}`, fileIds: [] });
    await changeRecord(tx, onboardTasks, task, { state, ...shown });
    await tellWaiting(tx, partner, task);
  }
}

/** Tells whether a task can change: while the partner comes in, and optional tasks also afterwards. */
export const isWorkedOn = ({ state }: PartnerRow, { mandatory }: OnboardTaskRow): boolean =>
  state === "ONBOARDING" || (state === "ACTIVE" && !mandatory);

export const stampDone = (tx: Tx, shown: Pick<OnboardTaskRow, "evidence" | "fileIds">) => ({
  ...shown,
  note: null,
  doneAt: tx.now,
});
