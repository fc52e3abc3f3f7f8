import { staffId } from "./people.ts";
import { type LargeStores, oneOf, PEOPLE, past, staffOf, stamp, stamped, TODAY } from "./sql.ts";

/** The round as it was when it was arranged. */
const ROUND = `'{"name": "面试", "dimensions": [{"name": "综合评价", "weight": 100}], "passScore": 3.5}'::jsonb`;
const state = `case when s.state in ('INTERVIEWING', 'CANDIDATE') then ${oneOf(["PLANNED", "TO_RATE"], "i.n")}
  when s.state = 'REJECTED' then ${oneOf(["FAILED", "FAILED", "NO_SHOW", "CANCELLED"], "i.n")} else 'PASSED' end`;
const begins = `date_trunc('hour', ${past("i.n")})
  + case when s.state = 'INTERVIEWING' then interval '360 days' else interval '0' end`;

/** Round by round over all people. */
const interviews = (
  size: LargeStores,
  staff = staffOf(size),
) => `insert into interview (${stamp}, staff_id, store_id, position_code, round_no,
    round, mode, start_at, end_at, place, chair_user_id, interviewer_ids, state, avg_score)
  select ${stamped("40030", "i.n", past("i.n"))}, s.id, s.store_id, s.position_code, 1 + i.n / ${staff}, ${ROUND},
    ${oneOf(["ON_SITE", "PHONE"], "i.n")}, ${begins}, ${begins} + interval '1 hour', '会议室', p.id, array[p.id], ${state},
    case when ${state} in ('PASSED', 'FAILED') then 4 end
  from generate_series(0, ${size.interviews} - 1) i (n) join store_staff s on s.id = ${staffId(`i.n % ${staff}`)}
  join ${PEOPLE} p on p.n = i.n % ${size.people}`;

const FEEDBACK = `insert into interview_feedback (${stamp}, interview_id, user_id, items, verdict, comment)
  select ${stamped("40031", "row_number() over (order by id)", "start_at")}, id, chair_user_id,
    '[{"dimension": "综合评价", "score": 4, "note": ""}]', 'PASS', '沟通顺畅，了解产品，建议进入下一轮'
  from interview where state in ('PASSED', 'FAILED')`;

const trainings = (
  size: LargeStores,
  staff = staffOf(size),
) => `insert into training_record (${stamp}, staff_id, store_id,
    course_code, course_name, trained_on, form, hours, score, is_passed, expire_on, source)
  select ${stamped("40032", "t.n", past("t.n"))}, s.id, s.store_id, 'LGC' || course, '规模测试课程' || course, day,
    ${oneOf(["ONLINE", "OFFLINE", "MENTOR"], "t.n")}, 2, 60 + t.n % 40, t.n % 10 > 0,
    case when course % 4 = 0 then day + 365 end, 'IMPORT'
  from (select n, 1 + (n / ${staff} * 7 + n) % 40 as course, ${TODAY} - 1 - (n / ${staff} * 97 + n % 89) % 1500 as day
    from generate_series(0, ${size.trainings} - 1) n) t join store_staff s on s.id = ${staffId(`t.n % ${staff}`)}`;

/** Interviews with what was said in them, and training records. */
export const hiringStatements = (size: LargeStores) => {
  return { interviews: interviews(size), feedback: FEEDBACK, trainings: trainings(size) };
};
