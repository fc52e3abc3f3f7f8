import { addDays, dayOf, daysApart } from "@ops/platform/contract";
import { notify, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { PARTNER_PAGE } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import { managerAndAdmins } from "../company/holders.ts";
import { reminderDays, reminderReach } from "../reminder-days.ts";
import { contractGraceDays, contractReminderDays } from "./params.ts";
import { settleContracts } from "./settle.ts";

/** Lets contracts begin, end and lapse. Each partner has a transaction of its own. */
export const contractCalendar = schedule({
  name: "partner.contractCalendar",
  title: "合同生效与到期",
  at: "5 0 * * *",
  run: async (work) => {
    for (const id of await work.step(dueToday)) {
      await work.step(async (tx) => settleContracts(tx, await lockPartner(tx, id)));
    }
  },
});

/** Finds the partners with a contract whose stored state is not right today. */
async function dueToday(tx: Tx): Promise<string[]> {
  const today = dayOf(tx.now);
  const graceOver = addDays(today, -tx.param(contractGraceDays));
  const { rows } = await sql<{ id: string }>`
    select distinct partner_id as id from partner_contract c
    where (state = 'SIGNED' and start_on <= ${today}::date)
      or (state in ('SIGNED', 'EFFECTIVE') and end_on < ${today}::date)
      or (state in ('EXPIRED', 'RENEWED') and kind = 'MAIN' and lapsed_on is null and end_on < ${graceOver}::date
        and not exists (select 1 from partner_contract n where n.partner_id = c.partner_id and n.kind = 'MAIN'
          and n.state in ('SIGNED', 'EFFECTIVE') and n.start_on <= ${today}::date))
    order by id`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

export const contractReminders = schedule({
  name: "partner.contractReminders",
  title: "合同到期提醒",
  at: "0 9 * * *",
  run: (work) => work.step(remindOfEnds),
});

interface Ending {
  readonly id: string;
  readonly partnerId: string;
  readonly managerId: string;
  readonly contractNo: string;
  readonly endOn: string;
}

/**
 * Reminds of contracts that end in 90, 60, 30 or 7 days (the default), once for each step, unless a signed contract
 * follows (PT-R5).
 */
async function remindOfEnds(tx: Tx): Promise<void> {
  const reach = await reminderReach(tx);
  const steps = reminderDays(tx, contractReminderDays);
  const { rows } = await sql<Ending>`
    select c.id, c.partner_id as "partnerId", p.manager_id as "managerId", c.contract_no as "contractNo", c.end_on as "endOn"
    from partner_contract c join partner p on p.id = c.partner_id
    where c.state in ('SIGNED', 'EFFECTIVE') and c.kind <> 'SUPPLEMENT'
      and c.end_on between ${dayOf(tx.now)}::date and ${reach}::date + ${Math.max(...steps)}::int
      and p.state <> 'TERMINATED'
      and not exists (select 1 from partner_contract n where n.partner_id = c.partner_id and n.start_on > c.end_on
        and n.state in ('SIGNED', 'EFFECTIVE') and (n.prev_contract_id = c.id or (n.kind = 'MAIN' and c.kind = 'MAIN')))
    order by c.id`.execute(tx.kysely);
  for (const ending of rows) {
    const daysLeft = daysApart(reach, ending.endOn);
    await remindOf(tx, ending, steps.find((days) => daysLeft <= days) ?? daysLeft);
  }
}

async function remindOf(tx: Tx, { id, partnerId, managerId, contractNo, endOn }: Ending, step: number): Promise<void> {
  await notify(tx, await managerAndAdmins(tx, { id: partnerId, managerId }), {
    category: "WARNING",
    level: "WARN",
    title: "合同即将到期",
    once: true,
    about: `partner-contract:${id}:${endOn}:${step}`,
    route: `${PARTNER_PAGE}?id=${partnerId}`,
    content: `合同${contractNo}将于${endOn}到期，请及时续签`,
  });
}
