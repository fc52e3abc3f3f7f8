import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { confirmSuspension, PARTNER_PAGE } from "../../contract/index.ts";
import { suspensions } from "./tables.ts";

/** The todo 暂停待复核: drafts that another person submitted. */
export const suspensionTodo: TodoSource = {
  key: "partner.suspension",
  title: "伙伴暂停待复核",
  permission: confirmSuspension.permission,
  route: PARTNER_PAGE,
  tables: [suspensions.name],
  count: (tx) => {
    const isByOther = sql<boolean>`partner_suspension.submitted_by <> ${tx.actor.userId}`;
    return countRecords(tx, suspensions, is("state", "DRAFT"), isByOther);
  },
};
