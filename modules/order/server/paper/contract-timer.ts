import { notify, readersAmong, type Tx, timer } from "@ops/platform/server";
import { z } from "zod";
import { ORDER_PAGE } from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { lockContract, renewContract } from "./contract.ts";
import type { ContractRow } from "./tables.ts";

const REMIND_DAYS = 7;
/** After so many days an unsigned contract no longer counts. */
export const VOID_DAYS = 15;
const DAY_MS = 86_400_000;

/** Reminds of a contract that nobody has signed, and later makes it void. */
export const contractTimer = timer({
  kind: "order.contract",
  title: "合同未签署提醒与作废",
  payload: z.object({ orderId: z.string(), contractNo: z.string(), days: z.int() }),
  handle: async (tx, { orderId, contractNo, days }) => {
    const order = await lockOrderRow(tx, orderId);
    const contract = await lockContract(tx, orderId);
    if (contract?.contractNo !== contractNo || contract.state !== "SENT") return;
    if (days < VOID_DAYS) {
      await tell(tx, order, contract, `合同${contractNo}已发送${days}天未签署，请提醒客户`);
      return watchContract(tx, contract, VOID_DAYS);
    }
    await renewContract(tx, order, `${days}天未签署`);
    await tell(tx, order, contract, `合同${contractNo}${days}天未签署已作废，请重新发送`);
  },
});

/** Looks at a contract again so many days after it was sent. */
export function watchContract(tx: Tx, contract: ContractRow, days = REMIND_DAYS): Promise<void> {
  const { orderId, contractNo, sentAt } = contract;
  const at = new Date((sentAt ?? tx.now).getTime() + days * DAY_MS);
  return tx.setTimer(contractTimer, contractNo, at, { orderId, contractNo, days });
}

/** Tells the butler, or the adviser of an order without one, if this person may open the order (PF-R123). */
async function tell(tx: Tx, order: OrderRow, { contractNo }: ContractRow, content: string): Promise<void> {
  const userId = order.butlerId ?? order.advisorId;
  if (userId === null) return;
  await notify(tx, await readersAmong(tx, { table: orders, id: order.id }, [userId]), {
    category: "TASK",
    level: "WARN",
    title: "合同未签署",
    content,
    route: `${ORDER_PAGE}?id=${order.id}`,
    about: `order.contract:${contractNo}`,
  });
}
