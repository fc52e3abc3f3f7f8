import { notify, type Tx } from "@ops/platform/server";
import { addressOfPartner, holdersFor } from "../company/holders.ts";
import type { PartnerRow } from "../company/tables.ts";
import { blockersOf, standingOf, tasksOf } from "./standing.ts";
import type { OnboardTaskRow } from "./tables.ts";

/** Sends 「{伙伴}入驻任务【{任务}】待处理」 to the responsible people once a task can begin (PT-R20). */
export async function tellReady(tx: Tx, partner: PartnerRow, tasks: readonly OnboardTaskRow[]): Promise<void> {
  const standing = await standingOf(tx, partner.id);
  for (const task of tasks) {
    if (task.state === "DONE" || blockersOf(task, standing).length > 0) continue;
    await notify(tx, await holdersFor(tx, task.ownerCode, partner), {
      category: "TASK",
      title: "入驻任务待处理",
      route: addressOfPartner(partner.id),
      content: `${partner.shortName}入驻任务【${task.name}】待处理`,
      about: `partner.task:${task.id}`,
    });
  }
}

/** Notifies the people responsible for tasks that waited for the completed one. */
export async function tellWaiting(tx: Tx, partner: PartnerRow, { code }: OnboardTaskRow): Promise<void> {
  const tasks = await tasksOf(tx, partner.id);
  await tellReady(
    tx,
    partner,
    tasks.filter(({ dependsOn }) => dependsOn.includes(code)),
  );
}
