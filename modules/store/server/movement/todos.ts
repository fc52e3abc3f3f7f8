import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { retryMovement, STAFF_PAGE } from "../../contract/index.ts";
import { movements } from "./tables.ts";

/** Movements that did not take effect, in 我的待办. */
export const movementTodo: TodoSource = {
  key: "store.movementFailed",
  title: "异动待处理",
  permission: retryMovement.permission,
  route: STAFF_PAGE,
  tables: [movements.name],
  count: (tx) => countRecords(tx, movements, is("state", "FAILED")),
};
