import { acting, bindFile, type Tx } from "@ops/platform/server";
import { onboardTaskActs, partnerErrors, partnerStates } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { present } from "./present.ts";
import { findBlockers } from "./standing.ts";
import { isWorkedOn, stampDone } from "./sync.ts";
import { type OnboardTaskRow, onboardTasks } from "./tables.ts";
import { tellReady, tellWaiting } from "./tell-ready.ts";

export const onboardActing = acting(onboardTaskActs, onboardTasks, {
  present,
  /** Locks the partner first. A task can change only while the state of the partner allows it. */
  before: async (tx, task) => {
    const partner = await lockPartner(tx, task.partnerId);
    if (!isWorkedOn(partner, task))
      throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "入驻任务" });
  },
  on: {
    start: async (tx, task) => {
      await refuseBlocked(tx, task);
      return {};
    },
    done: async (tx, task, { evidence, fileIds }) => {
      await refuseBlocked(tx, task);
      for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: onboardTasks.name, bizId: task.id });
      return stampDone(tx, { evidence, fileIds });
    },
    reject: (_tx, _task, { reason }) => ({ note: reason, doneAt: null }),
  },
  after: {
    done: async (tx, task) => tellWaiting(tx, await lockPartner(tx, task.partnerId), task),
    reject: async (tx, task) => tellReady(tx, await lockPartner(tx, task.partnerId), [task]),
  },
});

async function refuseBlocked(tx: Tx, task: OnboardTaskRow): Promise<void> {
  const blockers = await findBlockers(tx, task);
  if (blockers.length > 0) throw partnerErrors.taskDep({ task: blockers.join("、") });
}
