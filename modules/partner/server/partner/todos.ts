import type { TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { approvePartner, approveQualification, finishOnboardTask, listPartners } from "../../contract/index.ts";
import { partners } from "../company/tables.ts";
import { onboardTasks } from "../onboarding/tables.ts";
import { qualifications } from "../qualification/tables.ts";
import { countWhere, expiredPaper, waitingPaper } from "./check/conditions.ts";

const PAGE = "/Partner/list";
const presetOf = (filters: Record<string, string>) => () => ({ list: PAGE, filters }) as const;

/** The todos about partners in 我的待办, counted from the partners themselves. */
export const partnerTodos: readonly TodoSource[] = [
  {
    key: "partner.review",
    title: "伙伴入驻待审核",
    permission: approvePartner.permission,
    route: PAGE,
    preset: presetOf({ state: "REVIEW" }),
    tables: [partners.name],
    count: (tx) => countWhere(tx, sql<boolean>`partner.state = 'REVIEW'`),
  },
  {
    key: "partner.paperWaiting",
    title: "伙伴资质待审核",
    permission: approveQualification.permission,
    route: PAGE,
    preset: presetOf({ papers: "WAITING" }),
    tables: [qualifications.name],
    count: (tx) => countWhere(tx, waitingPaper),
  },
  {
    key: "partner.paperExpired",
    title: "伙伴资质已过期",
    permission: listPartners.permission,
    route: PAGE,
    preset: presetOf({ papers: "EXPIRED" }),
    tables: [qualifications.name],
    count: (tx) => countWhere(tx, expiredPaper, sql<boolean>`partner.state <> 'TERMINATED'`),
  },
  {
    key: "partner.onboarding",
    title: "伙伴入驻任务逾期",
    permission: finishOnboardTask.permission,
    route: PAGE,
    preset: presetOf({ state: "ONBOARDING" }),
    tables: [onboardTasks.name, partners.name],
    count: (tx) =>
      countWhere(
        tx,
        sql<boolean>`partner.state = 'ONBOARDING'`,
        sql<boolean>`exists (select from partner_onboard_task t where t.partner_id = partner.id and t.state <> 'DONE'
          and t.due_on < (${tx.now}::timestamptz at time zone 'Asia/Shanghai')::date)`,
      ),
  },
];
