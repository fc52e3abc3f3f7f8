import { listPage, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { PARTNER_PAGE, rectifyAssessment } from "../../contract/index.ts";
import { assessments } from "./tables.ts";

const first = { pageNo: 1, pageSize: 1 };

/** 「伙伴整改待完成」: counts as long as it is so. */
export const rectifyTodo: TodoSource = {
  key: "partner.rectify",
  title: "伙伴整改待完成",
  permission: rectifyAssessment.permission,
  route: PARTNER_PAGE,
  tables: [assessments.name],
  count: async (tx) => {
    const isOpen = sql<boolean>`(partner_assessment.rectify_due_on is not null and partner_assessment.rectified_at is null)`;
    return (await listPage(tx, assessments, first, { where: [isOpen], orderBy: ["period", "desc"] })).total;
  },
};
