import { changeRecord, type OutwardPort, outward, overWire, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { contractStates } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { clearIssue, raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import type { OrderRow } from "../order/tables.ts";
import { buyerOf, contentOf } from "./content.ts";
import { lockContract, renewContract } from "./contract.ts";
import { VOID_DAYS } from "./contract-timer.ts";
import { type ContractRow, contracts } from "./tables.ts";

const ContractRequest = z.object({
  contractNo: z.string(),
  buyer: z.object({ name: z.string(), phone: z.string(), idNo: z.string().nullable() }),
  content: z.record(z.string(), z.unknown()),
});
type ContractRequest = z.output<typeof ContractRequest>;
const ContractAnswer = z.object({ contractNo: z.string(), signedAt: z.iso.datetime({ offset: true }) });

const ISSUE = "CONTRACT_FAILED";
const MINUTE = 60;

/** Lets the customer sign at the provider, under the number of the contract. It is asked for as long as the contract counts. */
export const contractPort: OutwardPort<typeof ContractRequest, typeof ContractAnswer> = outward({
  port: "order.contract",
  title: "电子合同",
  request: ContractRequest,
  answer: ContractAnswer,
  ...overWire<ContractRequest, z.input<typeof ContractAnswer>>(),
  again: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE],
  mostHours: VOID_DAYS * 24,
  sending: async (tx, { key }) => (await lockSent(tx, key)) !== null,
  done: async (tx, { key, answer }) => {
    const sent = await lockSent(tx, key);
    if (!sent) return;
    const { contract, order } = sent;
    const state = contractStates.next(contract.state, "sign");
    const signed = { signedAt: new Date(answer.signedAt), outsideNo: answer.contractNo };
    await changeRecord(tx, contracts, contract, { state, ...signed });
    await clearIssue(tx, { orderId: order.id, code: ISSUE });
  },
  // a contract that nobody knows of is void, too: the customer signs the next one
  failed: async (tx, { key, request, failure: { kind, reason } }) => {
    const sent = await lockSent(tx, key);
    if (!sent) return;
    if (request && kind === "ABSENT") return tx.askOutside(contractPort, key, request);
    await raiseIssue(tx, { orderId: sent.order.id, code: ISSUE, text: `电子合同发送失败：${reason}` });
    await renewContract(tx, sent.order, `发送失败：${reason}`);
  },
});

/** Locks an order and its contract of this number, if the customer may still sign it. */
async function lockSent(
  tx: Tx,
  contractNo: string,
): Promise<{ readonly order: OrderRow; readonly contract: ContractRow } | null> {
  const found = await findRow(tx, "orderContract", { contractNo });
  if (!found) return null;
  const order = await lockOrderRow(tx, found.orderId);
  const contract = await lockContract(tx, order.id);
  return contract?.contractNo === contractNo && contract.state === "SENT" ? { order, contract } : null;
}

/** What the provider has to know. It is sealed with the call. */
export async function askSignature(tx: Tx, order: OrderRow, { contractNo }: ContractRow): Promise<void> {
  const { id, nameCipher, phoneCipher, idNoCipher } = await buyerOf(tx, order);
  const buyer = {
    name: tx.vault.open(nameCipher, id),
    phone: tx.vault.open(phoneCipher, id),
    idNo: idNoCipher === null ? null : tx.vault.open(idNoCipher, id),
  };
  await tx.askOutside(contractPort, contractNo, { contractNo, buyer, content: await contentOf(tx, order) });
}
