import { dayOf } from "@ops/platform/contract";
import { countRecords, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { listContracts, PARTNER_PAGE } from "../../contract/index.ts";
import { contracts } from "./tables.ts";

const route = PARTNER_PAGE;

/** The todos about contracts in 我的待办, counted from the contracts themselves. */
export const contractTodos: readonly TodoSource[] = [
  {
    key: "partner.contractEnding",
    title: "30天内到期合同",
    permission: listContracts.permission,
    route,
    preset: () => ({ list: PARTNER_PAGE, filters: { contractEnd: "30" } }),
    tables: [contracts.name],
    count: (tx) => {
      const today = dayOf(tx.now);
      const isEnding = sql<boolean>`(partner_contract.kind = 'MAIN' and partner_contract.state = 'EFFECTIVE'
        and partner_contract.end_on between ${today}::date and ${today}::date + 30
        and not exists (select 1 from partner_contract n where n.partner_id = partner_contract.partner_id
          and n.kind = 'MAIN' and n.state = 'SIGNED' and n.start_on > partner_contract.end_on))`;
      return countRecords(tx, contracts, isEnding);
    },
  },
];
