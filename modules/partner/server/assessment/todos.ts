import { countRecords, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { PARTNER_PAGE, rectifyAssessment } from "../../contract/index.ts";
import { assessments } from "./tables.ts";

/** The todo 伙伴整改待完成, counted from the assessments themselves. */
export const rectifyTodo: TodoSource = {
  key: "partner.rectify",
  title: "伙伴整改待完成",
  permission: rectifyAssessment.permission,
  route: PARTNER_PAGE,
  tables: [assessments.name],
  count: (tx) => {
    const isOpen = sql<boolean>`(partner_assessment.rectify_due_on is not null and partner_assessment.rectified_at is null)`;
    return countRecords(tx, assessments, isOpen);
  },
};
