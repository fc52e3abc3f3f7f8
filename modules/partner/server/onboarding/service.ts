import { reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { present } from "./present.ts";
import { planToday, tasksOf } from "./standing.ts";

export const listOnboardTasks = reads(contract.listOnboardTasks, async (tx, { params }) => {
  const partner = await requirePartner(tx, params.id);
  const tasks = await tasksOf(tx, partner.id);
  return { tasks: await present(tx, tasks), readyOn: planToday(tx, tasks).readyOn };
});
