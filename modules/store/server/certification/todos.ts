import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { reviewCertification, STAFF_PAGE } from "../../contract/index.ts";
import { certTable } from "./tables.ts";

export const certTodo: TodoSource = {
  key: "store.certReview",
  title: "待审核认证",
  permission: reviewCertification.permission,
  route: STAFF_PAGE,
  tables: [certTable.name],
  count: (tx) => countRecords(tx, certTable, is("state", "REVIEW")),
};
