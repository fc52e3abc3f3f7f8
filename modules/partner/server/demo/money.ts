import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, type Tx } from "@ops/platform/server";
import { bankAccountJob } from "../bank-account/confirm.ts";
import { coolingHours } from "../bank-account/params.ts";
import { requireApplied } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";

const HOUR_MS = 3_600_000;
/** The index of the partner whose deposit is short. `changing` lists partners whose account is about to change. */
const SHORT = 5;
const changing: Readonly<Record<number, "REVIEW" | "CONFIRM" | "COOLING">> = {
  2: "REVIEW",
  8: "CONFIRM",
  11: "COOLING",
};

/**
 * Loads deposits as the contracts require, one of them short, an account in use for each partner, and three pending
 * changes.
 */
export async function loadMoneyDemo(tx: Tx, partners: readonly PartnerRow[]): Promise<void> {
  await insertMany(
    tx,
    "partnerDeposit",
    partners.flatMap((partner, at) => depositsOf(tx, partner, at)),
  );
  for (const [at, partner] of partners.entries()) await insertAccounts(tx, partner, at);
}

function depositsOf(tx: Tx, { id, kinds, managerId, activatedAt }: PartnerRow, at: number) {
  const wanted = kinds.includes("AGENT") ? 20_000_000 : 5_000_000;
  const usual = addDays(dayOf(tx.now), -250 + at);
  const onboarded = activatedAt ? addDays(dayOf(activatedAt), -45) : usual;
  const happenedOn = onboarded > usual ? onboarded : usual;
  const entry = (entryNo: number, kind: string, amountFen: number, balanceAfterFen: number) => ({
    id: demoId(`deposit:${at}:${entryNo}`),
    ...pastStamp(new Date(startOfDay(addDays(happenedOn, entryNo * 40)).getTime() + 15 * HOUR_MS), managerId),
    partnerId: id,
    entryNo,
    kind,
    amountFen,
    balanceAfterFen,
    note: kind === "DEDUCT" ? "交付延误违约金" : null,
    happenedOn: addDays(happenedOn, entryNo * 40),
    voucher: `PZ${happenedOn.slice(0, 4)}${String(at * 10 + entryNo).padStart(5, "0")}`,
  });
  const paid = entry(1, "PAY", wanted, wanted);
  return at === SHORT ? [paid, entry(2, "DEDUCT", 800_000, wanted - 800_000)] : [paid];
}

async function insertAccounts(tx: Tx, partner: PartnerRow, at: number): Promise<void> {
  const since = new Date(tx.now.getTime() - 200 * 24 * HOUR_MS);
  const change = changing[at];
  const from = new Date(tx.now.getTime() + 9 * HOUR_MS);
  const isCooling = change === "COOLING";
  await insertAccount(
    tx,
    partner,
    { no: `62220212${String(30_000_000 + at * 7_919)}`, since, bank: "招商银行" },
    {
      state: "ACTIVE",
      verifiedAt: since,
      confirmedAt: since,
      activeFrom: since,
      reason: "入驻登记",
      activeUntil: isCooling ? from : null,
    },
  );
  if (!change) return;
  const asked = new Date(tx.now.getTime() - (tx.param(coolingHours) - 9) * HOUR_MS);
  const id = await insertAccount(
    tx,
    partner,
    { no: `62284801${String(50_000_000 + at)}`, since: asked, bank: "农业银行" },
    {
      state: change,
      reason: "更换基本户",
      verifiedAt: change === "REVIEW" ? null : asked,
      confirmedAt: isCooling ? asked : null,
      activeFrom: isCooling ? from : null,
      activeUntil: null,
    },
  );
  if (isCooling) await tx.enqueue(bankAccountJob, { id }, { key: id, startAfterSeconds: 9 * 3_600 });
}

interface Told {
  readonly state: "ACTIVE" | "REVIEW" | "CONFIRM" | "COOLING";
  readonly reason: string;
  readonly verifiedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly activeFrom: Date | null;
  readonly activeUntil: Date | null;
}

async function insertAccount(
  tx: Tx,
  partner: PartnerRow,
  { no, since, bank }: { no: string; since: Date; bank: string },
  told: Told,
): Promise<string> {
  const id = demoId(`account:${no}`);
  const { id: partnerId, fullName, managerId, contactPhoneCipher } = requireApplied(partner);
  const phone = tx.vault.open(contactPhoneCipher, partnerId);
  await db(tx)
    .insertInto("partnerBankAccount")
    .values({
      id,
      ...pastStamp(since, managerId),
      partnerId,
      accountName: fullName,
      bank,
      branch: "城西支行",
      ...told,
      ...tx.vault.seal({ field: "accountNo", kind: "bankCard", text: no, id }),
      ...(told.verifiedAt ? tx.vault.seal({ field: "confirmPhone", kind: "phone", text: phone, id }) : {}),
      verifiedBy: told.verifiedAt ? managerId : null,
    })
    .execute();
  return id;
}
