import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { hasVerifiedAccount } from "../bank-account/verified.ts";
import { partnerAdmins } from "../company/admins.ts";
import { depositBalanceFen, depositShortFen } from "../contract/deposit-balance.ts";
import { db } from "../database.ts";
import type { TaskCode } from "./template.ts";

/** Finds the proof that a task is done; null while there is none. */
type Fact = (tx: Tx, partnerId: string) => Promise<string | null>;

const facts: Readonly<Partial<Record<TaskCode, Fact>>> = {
  CONTRACT: async (tx, partnerId) => {
    const contractNo = await findSignedMain(tx, partnerId);
    return contractNo && `主合同${contractNo}已签署`;
  },
  DEPOSIT: async (tx, partnerId) => {
    const contractNo = await findSignedMain(tx, partnerId);
    if (contractNo === null || (await depositShortFen(tx, partnerId)) > 0) return null;
    return `余额${((await depositBalanceFen(tx, partnerId)) / 100).toFixed(2)}元，满足合同${contractNo}约定`;
  },
  ADMIN: async (tx, partnerId) => {
    const [admin] = await partnerAdmins(tx, partnerId);
    return admin ? `管理员${admin.name}的账号已开通` : null;
  },
  SETTLE: async (tx, partnerId) => ((await hasVerifiedAccount(tx, partnerId)) ? "结算账户已校验并启用" : null),
};

/** Tasks that the system completes once their fact is there, by code (PT-R18). */
export const taskFacts: ReadonlyMap<string, Fact> = new Map(Object.entries(facts));

/** Finds a main contract that both sides have signed and that has not ended. */
async function findSignedMain(tx: Tx, partnerId: string): Promise<string | null> {
  const found = await db(tx)
    .selectFrom("partnerContract")
    .select("contractNo")
    .where("partnerId", "=", partnerId)
    .where("kind", "=", "MAIN")
    .where("state", "in", ["SIGNED", "EFFECTIVE"])
    .where("endOn", ">=", dayOf(tx.now))
    .orderBy("startOn")
    .executeTakeFirst();
  return found?.contractNo ?? null;
}
