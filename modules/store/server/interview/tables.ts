import { sql } from "kysely";
import { FeedbackShape, InterviewShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Interviews are in scope by the store, and for their interviewers whatever their scope. */
export const interviewTable = tableOf(InterviewShape, {
  scope: {
    organization: "storeId",
    people: (userId) => sql<boolean>`interview.interviewer_ids @> array[${userId}]::uuid[]`,
  },
  read: "store:interview:view",
});
export type InterviewRow = RowOf<typeof interviewTable>;

export const feedbackTable = tableOf(FeedbackShape, {
  scope: { unscoped: "read and written through its interview, which is scoped" },
  partOf: { table: "interview", by: "interviewId" },
  unlogged: ["comment", "verdict"],
});
export type FeedbackRow = RowOf<typeof feedbackTable>;
