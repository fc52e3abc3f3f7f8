import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

/**
 * Finds the codes of courses with this code, or with this text in the name that their latest record has. There are few
 * courses and millions of records, so it steps through the index from one code to the next.
 */
export async function coursesCalled(tx: Tx, word: string): Promise<string[]> {
  const { rows } = await sql<{ courseCode: string }>`with recursive course as (
      (select course_code, course_name from training_record order by course_code, trained_on desc, id desc limit 1)
      union all
      select following.* from course cross join lateral (
        select r.course_code, r.course_name from training_record r where r.course_code > course.course_code
        order by r.course_code, r.trained_on desc, r.id desc limit 1) following
    ) select course_code from course where course_code = ${word} or strpos(course_name, ${word}) > 0`.execute(
    tx.kysely,
  );
  return rows.map(({ courseCode }) => courseCode);
}
