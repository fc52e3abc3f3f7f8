import type { QueryOf } from "@ops/platform/contract";
import { escapeLike, listPage, mayAskFor, reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { present } from "../person/present.ts";
import { findByPhone, hasNumber, type UserRow, users } from "../person/tables.ts";
import { otherAccounts } from "./tables.ts";

const MOST = 20;

interface Known {
  readonly phones: readonly string[];
  readonly staffNos: readonly string[];
}

/** People in reach: those with the same phone or staff number first, then whoever the keyword finds (AU-R50). */
export const listBindingPeople = reads(contract.listBindingPeople, async (tx, { query }) => {
  if (query.externalId) await findByPhone(tx, query.externalId); // whoever is suggested by it has been searched for
  const known = await knownOf(tx, query);
  const suggested = await find(
    tx,
    sql<boolean>`(app_user.mobile_phone = any(${known.phones}::text[]) or app_user.staff_no = any(${known.staffNos}::text[]))`,
  );
  const found = query.keyword ? await find(tx, await matches(tx, query.keyword)) : [];
  const others = found.filter(({ id }) => !suggested.some((one) => one.id === id));
  const rows = await present(tx, [...suggested, ...others].slice(0, MOST));
  return rows.map((row) => ({ ...row, suggestion: whySuggested(row, known) }));
});

async function knownOf(tx: Tx, { externalId, accountId }: QueryOf<typeof contract.listBindingPeople>): Promise<Known> {
  const account = accountId ? await requireRecord(tx, otherAccounts, accountId) : null;
  const typed = [externalId, account?.externalId].flatMap((text) => text || []);
  // a number that is closed to the reader suggests nobody: that somebody has it would be told (AU-R20)
  const [phone, staffNo] = [mayAskFor(tx, "user.mobilePhone", ["HIDE"]), mayAskFor(tx, "user.staffNo")];
  return {
    phones: phone ? [...typed, ...(account?.externalPhone ? [account.externalPhone] : [])] : [],
    staffNos: staffNo ? [...typed, ...(account?.externalStaffNo ? [account.externalStaffNo] : [])] : [],
  };
}

async function find(tx: Tx, condition: ReturnType<typeof sql<boolean>>): Promise<UserRow[]> {
  const bindable = sql<boolean>`(app_user.status <> 'LEFT' and app_user.user_type <> 'SERVICE')`;
  const page = { pageNo: 1, pageSize: MOST };
  return (await listPage(tx, users, page, { where: [bindable, condition], orderBy: ["createdAt", "desc"] })).list;
}

async function matches(tx: Tx, keyword: string) {
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`(app_user.user_name ilike ${pattern} or ${await hasNumber(tx, "app_user", keyword)})`;
}

function whySuggested({ mobilePhone, staffNo }: UserRow, { phones, staffNos }: Known): string | null {
  const reasons = [
    ...(phones.includes(mobilePhone) ? ["手机号相同"] : []),
    ...(staffNo !== null && staffNos.includes(staffNo) ? ["工号相同"] : []),
  ];
  return reasons.length === 0 ? null : reasons.join("、");
}
