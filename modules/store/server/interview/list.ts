import { organizationsUnder } from "@ops/authority/server";
import { get, list } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { staffCalled } from "../staff/conditions.ts";
import { presentInterview, presentInterviews } from "./present.ts";
import { interviewTable } from "./tables.ts";

export const listInterviews = list(contract.listInterviews, interviewTable, {
  where: {
    keyword: (word) => sql<boolean>`interview.staff_id = any(array(${staffCalled(word)}))`,
    orgId: (id) => sql<boolean>`interview.store_id in (${organizationsUnder(id)})`,
    isMine: (wanted, tx) => sql<boolean>`(interview.interviewer_ids @> array[${tx.actor.userId}]::uuid[]) = ${wanted}`,
  },
  orderBy: ["startAt", "desc"],
  present: presentInterviews,
});

export const getInterview = get(contract.getInterview, interviewTable, presentInterview);
