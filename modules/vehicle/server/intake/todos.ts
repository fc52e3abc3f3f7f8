import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { replayCarIntake } from "../../contract/index.ts";
import { intakes } from "./tables.ts";

const INTAKES = "/RightCenter/CarConfigMaintain?tab=intakes";

export const intakeTodo: TodoSource = {
  key: "vehicle.intakeFailed",
  title: "车辆事件待处理",
  permission: replayCarIntake.permission,
  route: INTAKES,
  preset: () => ({ list: INTAKES, filters: { state: "FAILED" } }),
  tables: [intakes.name],
  count: (tx) => countRecords(tx, intakes, is("state", "FAILED")),
};
