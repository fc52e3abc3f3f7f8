import { approvalFlow, decidedBy, recordsIn } from "@ops/platform/server";
import { z } from "zod";
import { decideRebaseline, PROJECT_APPROVE } from "../../contract/index.ts";
import { REBASELINE } from "./standing.ts";
import { projects } from "./tables.ts";

/** Headquarters decide on a new baseline (ST-R29). */
export const rebaselineFlow = approvalFlow({
  ...REBASELINE,
  label: "项目基线调整",
  table: recordsIn(projects),
  overlay: "storeProject",
  facts: z.object({ name: z.string(), from: z.string(), to: z.string(), reason: z.string() }),
  levels: { hq: { label: "总部审批", code: PROJECT_APPROVE, at: "hq", workdays: 2 } },
  show: ({ name, from, to, reason }) => ({ 项目: name, 原基线开业: from, 新基线开业: to, 调整原因: reason }),
  calls: decidedBy(decideRebaseline),
});
