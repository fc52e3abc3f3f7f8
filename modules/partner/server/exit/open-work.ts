import { type Holder, type Tx, usagesOf } from "@ops/platform/server";
import { storesBelow } from "../company/stores-below.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { depositBalanceFen } from "../contract/deposit-balance.ts";
import { db } from "../database.ts";
import { staffOfPartner } from "../staff/find.ts";

/** Lists in words what must be settled before a partner can end; empty if nothing is open. */
export async function openWorkOf(tx: Tx, partner: PartnerRow): Promise<string[]> {
  const open = [
    ...(await findHeldWork(tx, partner)),
    ...(await findUsages(tx, partner)),
    ...(await ownWork(tx, partner)),
  ];
  const deposit = await depositBalanceFen(tx, partner.id);
  if (deposit > 0) open.push(`保证金余额${(deposit / 100).toFixed(2)}元未退还`);
  return open;
}

/**
 * Counts work of other modules that the partner's organisations and people have. Accounts and posts are left out,
 * because they end with the partner.
 */
async function findHeldWork(tx: Tx, partner: PartnerRow): Promise<string[]> {
  const kinds = tx.workInHand.filter(({ kind }) => !kind.startsWith("authority."));
  const holders = kinds.length === 0 ? [] : await holdersOf(tx, partner);
  const open: string[] = [];
  for (const work of kinds) {
    let count = 0;
    for (const holder of holders) count += await work.countOf(tx, holder);
    if (count > 0) open.push(`${work.label}${count}`);
  }
  return open;
}

/** Counts records of other modules that need the partner, such as stores that are not closed. */
async function findUsages(tx: Tx, { id }: PartnerRow): Promise<string[]> {
  return (await usagesOf(tx, partners.name, id)).map(({ label, count }) => `${label}${count}`);
}

async function holdersOf(tx: Tx, partner: PartnerRow): Promise<Holder[]> {
  const stores = (await storesBelow(tx, [partner])).map((store) => store.id);
  const people = await staffOfPartner(tx, partner.id);
  return [
    ...[...(partner.orgId === null ? [] : [partner.orgId]), ...stores].map(
      (id) => ({ kind: "organization", id }) as const,
    ),
    ...people.flatMap(({ userId }) => (userId === null ? [] : [{ kind: "person", id: userId } as const])),
  ];
}

/** Counts the work of this module: open decisions, and unfinished items of the exit. */
async function ownWork(tx: Tx, { id }: PartnerRow): Promise<string[]> {
  const contracts = await db(tx)
    .selectFrom("partnerContract")
    .select("id")
    .where("partnerId", "=", id)
    .where("state", "=", "REVIEW")
    .execute();
  const leaving = (await staffOfPartner(tx, id)).filter(({ state }) => state === "LEAVING");
  const { items } = await db(tx)
    .selectFrom("partnerCascadeItem as i")
    .innerJoin("partnerSuspension as s", "s.id", "i.suspensionId")
    .select((eb) => eb.fn.countAll<number>().as("items"))
    .where("s.partnerId", "=", id)
    .where("s.kind", "=", "TERMINATE")
    .where("s.state", "in", ["CONFIRMED", "EXECUTING", "PARTLY"])
    .where("i.state", "<>", "DONE")
    .executeTakeFirstOrThrow();
  const counted: [string, number][] = [
    ["审批中合同", contracts.length],
    ["离职交接中员工", leaving.length],
    ["清退处理未完成", items],
  ];
  return counted.flatMap(([label, number]) => (number > 0 ? [`${label}${number}`] : []));
}
