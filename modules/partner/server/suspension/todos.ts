import { inScope, type TodoSource } from "@ops/platform/server";
import { confirmSuspension, PARTNER_PAGE } from "../../contract/index.ts";
import { db } from "../database.ts";
import { suspensions } from "./tables.ts";

/** 「暂停待复核」: drafts that somebody else handed in. */
export const suspensionTodo: TodoSource = {
  key: "partner.suspension",
  title: "伙伴暂停待复核",
  permission: confirmSuspension.permission,
  route: PARTNER_PAGE,
  tables: [suspensions.name],
  count: async (tx) => {
    const { count } = await db(tx)
      .selectFrom("partnerSuspension")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("state", "=", "DRAFT")
      .where("submittedBy", "<>", tx.actor.userId)
      .where(inScope(tx, suspensions))
      .executeTakeFirstOrThrow();
    return count;
  },
};
