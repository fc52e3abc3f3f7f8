import { dayOf } from "@ops/platform/contract";
import { is, listPage, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { approveContract, listContracts, PARTNER_PAGE } from "../../contract/index.ts";
import { contracts } from "./tables.ts";

const first = { pageNo: 1, pageSize: 1 };
const route = PARTNER_PAGE;

/** What contracts deliver to 我的待办: each counts as long as it is so. */
export const contractTodos: readonly TodoSource[] = [
  {
    key: "partner.contractReview",
    title: "伙伴合同待审批",
    permission: approveContract.permission,
    route,
    tables: [contracts.name],
    count: async (tx) =>
      (await listPage(tx, contracts, first, { where: [is("state", "REVIEW")], orderBy: ["updatedAt", "desc"] })).total,
  },
  {
    key: "partner.contractEnding",
    title: "30天内到期合同",
    permission: listContracts.permission,
    route,
    preset: () => ({ list: PARTNER_PAGE, filters: { contractEnd: "30" } }),
    tables: [contracts.name],
    count: async (tx) => {
      const today = dayOf(tx.now);
      const isEnding = sql<boolean>`(partner_contract.kind = 'MAIN' and partner_contract.state = 'EFFECTIVE'
        and partner_contract.end_on between ${today}::date and ${today}::date + 30
        and not exists (select 1 from partner_contract n where n.partner_id = partner_contract.partner_id
          and n.kind = 'MAIN' and n.state = 'SIGNED' and n.start_on > partner_contract.end_on))`;
      return (await listPage(tx, contracts, first, { where: [isEnding], orderBy: ["updatedAt", "desc"] })).total;
    },
  },
];
