import { is, listPage, type TodoSource } from "@ops/platform/server";
import { replayCarIntake } from "../../contract/index.ts";
import { intakes } from "./tables.ts";

const INTAKES = "/RightCenter/CarConfigMaintain?tab=intakes";
const first = { pageNo: 1, pageSize: 1 };

export const intakeTodo: TodoSource = {
  key: "vehicle.intakeFailed",
  title: "车辆事件待处理",
  permission: replayCarIntake.permission,
  route: INTAKES,
  preset: () => ({ list: INTAKES, filters: { state: "FAILED" } }),
  tables: [intakes.name],
  count: async (tx) =>
    (await listPage(tx, intakes, first, { where: [is("state", "FAILED")], orderBy: ["receivedAt", "desc"] })).total,
};
