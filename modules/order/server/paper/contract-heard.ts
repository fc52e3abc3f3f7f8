import { on } from "@ops/platform/server";
import { customerChanged } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { hashContent } from "./content.ts";
import { lockContract, renewContract } from "./contract.ts";

/** A contract that is not signed yet names its buyer as he is now. One that is signed stays what it was. */
export const contractListener = on(
  customerChanged,
  { name: "order.contractBuyer", title: "购车人资料变更后重新生成合同" },
  async (tx, { customerId }) => {
    const open = await db(tx)
      .selectFrom("orderContract")
      .innerJoin("salesOrder", "salesOrder.id", "orderContract.orderId")
      .select("salesOrder.id")
      .where("salesOrder.customerId", "=", customerId)
      .where("orderContract.state", "in", ["DRAFT", "SENT"])
      .orderBy("salesOrder.id")
      .execute();
    for (const { id } of open) {
      const order = await lockOrderRow(tx, id);
      const contract = await lockContract(tx, id);
      const isOpen = contract?.state === "DRAFT" || contract?.state === "SENT";
      if (isOpen && contract.contentHash !== (await hashContent(tx, order))) {
        await renewContract(tx, order, "购车人资料变更");
      }
    }
  },
);
