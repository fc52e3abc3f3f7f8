import { addDays, dayOf } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { findReached } from "../company/reached.ts";
import type { PartnerRow } from "../company/tables.ts";

/** The numbers of records of a partner, and how many of them need attention. */
interface Belongings {
  readonly papers: number;
  readonly papersWaiting: number;
  readonly papersExpired: number;
  readonly contracts: number;
  readonly contractsWaiting: number;
  readonly tasks: number;
  readonly tasksLate: number;
  readonly staffWaiting: number;
  readonly accounts: number;
  readonly accountsWaiting: number;
  readonly assessments: number;
  readonly rectifyOpen: number;
  readonly suspensions: number;
  readonly suspensionsWaiting: number;
  readonly changesWaiting: number;
}

/** Parts with a permission of their own. Parts that the reader does not reach are neither counted nor named. */
const codes = {
  contracts: "partner:contract:view",
  staff: "partner:staff:view",
  accounts: "partner:account:edit",
  suspensions: "partner:suspension:view",
} as const;

const SOON_DAYS = 30;

/** Counts the records behind each tab of the drawer, and lists the open matters with their tab. */
export async function countUnderWay(tx: Tx, partner: PartnerRow, contractEndOn: string | null) {
  const has = await belongingsOf(tx, partner.id);
  const reach = async (code: string) => (await findReached(tx, code, [partner.id])).has(partner.id);
  const [contracts, staff] = [await reach(codes.contracts), await reach(codes.staff)];
  const [accounts, suspensions] = [await reach(codes.accounts), await reach(codes.suspensions)];
  const counts = {
    papers: has.papers,
    tasks: has.tasks,
    assessments: has.assessments,
    ...(contracts ? { contracts: has.contracts } : {}),
    ...(accounts ? { accounts: has.accounts } : {}),
    ...(suspensions ? { suspensions: has.suspensions } : {}),
  };
  const open = (tab: string, count: number, text: string) => (count > 0 ? [{ tab, text }] : []);
  const work = [
    ...open("basic", has.changesWaiting, "名称变更待审核"),
    ...open("papers", has.papersWaiting, `资质待审核 ${has.papersWaiting} 项`),
    ...open("papers", has.papersExpired, `资质已过期 ${has.papersExpired} 项`),
    ...(contracts ? open("contracts", has.contractsWaiting, `合同待审批 ${has.contractsWaiting} 份`) : []),
    ...(contracts ? contractEnds(tx, partner, contractEndOn) : []),
    ...open("tasks", has.tasksLate, `入驻任务逾期 ${has.tasksLate} 项`),
    ...(staff ? open("staff", has.staffWaiting, `员工待审核 ${has.staffWaiting} 人`) : []),
    ...(accounts ? open("accounts", has.accountsWaiting, "结算账户待审批") : []),
    ...open("assessments", has.rectifyOpen, `整改待完成 ${has.rectifyOpen} 项`),
    ...(suspensions ? open("suspensions", has.suspensionsWaiting, "暂停申请待复核") : []),
  ];
  return { counts, work };
}

function contractEnds(tx: Tx, { state }: PartnerRow, endOn: string | null) {
  const today = dayOf(tx.now);
  if (endOn === null || state === "TERMINATED" || endOn > addDays(today, SOON_DAYS)) return [];
  return [{ tab: "contracts", text: endOn < today ? `主合同已于 ${endOn} 到期` : `主合同将于 ${endOn} 到期` }];
}

/** Counts everything with one statement. */
async function belongingsOf(tx: Tx, id: string): Promise<Belongings> {
  const of = (from: string, where = sql`true`) =>
    sql`(select count(*)::int from ${sql.table(from)} t where t.partner_id = ${id} and ${where})`;
  const { rows } = await sql<Belongings>`select
    ${of("partner_qualification")} as papers,
    ${of("partner_qualification", sql`t.state = 'WAITING'`)} as "papersWaiting",
    ${of(
      "partner_qualification",
      sql`t.state = 'EXPIRED' and not exists (select from partner_qualification o
        where o.partner_id = t.partner_id and o.kind = t.kind and o.state = 'VALID')`,
    )} as "papersExpired",
    ${of("partner_contract")} as contracts,
    ${of("partner_contract", sql`t.state = 'REVIEW'`)} as "contractsWaiting",
    ${of("partner_onboard_task")} as tasks,
    ${of("partner_onboard_task", sql`t.state <> 'DONE' and t.due_on < ${dayOf(tx.now)}::date`)} as "tasksLate",
    ${of("partner_staff", sql`t.state = 'REVIEW'`)} as "staffWaiting",
    ${of("partner_bank_account")} as accounts,
    ${of("partner_bank_account", sql`t.state = 'REVIEW'`)} as "accountsWaiting",
    ${of("partner_assessment")} as assessments,
    ${of("partner_assessment", sql`t.rectify_due_on is not null and t.rectified_at is null`)} as "rectifyOpen",
    ${of("partner_suspension")} as suspensions,
    ${of("partner_suspension", sql`t.state = 'DRAFT' and t.submitted_at is not null`)} as "suspensionsWaiting",
    ${of("partner_change", sql`t.state = 'WAITING'`)} as "changesWaiting"`.execute(tx.kysely);
  return onlyOf(rows);
}
