import { dayOf } from "@ops/platform/contract";
import { notify, schedule, type Tx } from "@ops/platform/server";
import { addressOfPartner, holdersFor } from "../company/holders.ts";
import { db } from "../database.ts";
import { isWorkdayNow } from "../reminder-days.ts";

/** After so many days past the due day, the responsible people are reminded again. */
const STEPS = [30, 15, 7, 3, 1];

const overdue = schedule({
  name: "partner.taskOverdue",
  title: "入驻任务逾期提醒",
  at: "0 9 * * *",
  run: (work) => work.step(remindOverdue),
});

/**
 * Sends 「{伙伴}入驻任务【{任务}】已逾期{n}天」 once per step and only on work days. A step on a rest day is sent on the next work day
 * (PT-R20).
 */
async function remindOverdue(tx: Tx): Promise<void> {
  if (!(await isWorkdayNow(tx))) return;
  const today = dayOf(tx.now);
  const late = await db(tx)
    .selectFrom("partnerOnboardTask as task")
    .innerJoin("partner", "partner.id", "task.partnerId")
    .select(["task.id", "task.name", "task.ownerCode", "task.dueOn", "task.partnerId"])
    .select(["partner.shortName", "partner.regionId", "partner.managerId"])
    .where("task.state", "<>", "DONE")
    .where("task.dueOn", "<", today)
    .where("partner.state", "=", "ONBOARDING")
    .orderBy("task.id")
    .execute();
  for (const { id, name, ownerCode, dueOn, partnerId, shortName, regionId, managerId } of late) {
    const days = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000);
    const step = STEPS.find((one) => days >= one);
    await notify(tx, await holdersFor(tx, ownerCode, { id: partnerId, regionId, managerId }), {
      category: "TASK",
      level: "WARN",
      title: "入驻任务逾期",
      once: true,
      route: addressOfPartner(partnerId),
      content: `${shortName}入驻任务【${name}】已逾期${days}天`,
      about: `partner.task:${id}:overdue:${step}`,
    });
  }
}

export const onboardSchedules = [overdue];
