import { largeId } from "@ops/platform/server";
import { bytes, type LargeStores, NOW, oneOf, PEOPLE, past, STORES, staffOf, stamp, stamped, TODAY } from "./sql.ts";
import { seatOf } from "./stores.ts";

export const staffId = (n: string): string => largeId("40010", n);
const sealed = "phone_cipher, phone_hash, phone_masked, id_no_cipher, id_no_hash, id_no_masked, person_key";
const numbers = `${bytes("'sp' || n")}, ${bytes("'sp' || n")}, '137****0000',
    ${bytes("'si' || n")}, ${bytes("'si' || n")}, '3301**********002X', ${bytes("'si' || n")}`;

/** Most are in post; of a hundred four are in training, one moves and one leaves. */
const state = `case when n % 100 < 4 then 'TRAINING' when n % 100 = 50 then 'MOVING' when n % 100 = 51 then 'LEAVING'
  else 'IN_POST' end`;
const certState = `case when position_code not in ('salesAdvisor', 'deliverySpecialist') then 'NONE'
  when n % 100 < 4 then 'DOING' when n % 30 = 7 then 'EXPIRING' when n % 60 = 8 then 'EXPIRED' else 'CERTIFIED' end`;
const certEnd = `case ${certState} when 'EXPIRING' then ${TODAY} + n % 30 when 'EXPIRED' then ${TODAY} - 1 - n % 20
  when 'CERTIFIED' then ${TODAY} + 31 + n % 600 end`;

const working = ({ stores }: LargeStores) => `insert into store_staff (${stamp}, staff_no, name, ${sealed}, store_id,
    position_code, source, state, state_before, entry_date, in_post_on, leave_on, leave_type, user_id, post_id, cert_state,
    cert_expire_on)
  select ${stamped("40010", "n", past("n"))}, 'RY' || 5000000 + n, name, ${numbers}, store_id, position_code,
    ${oneOf(["SITE", "HUNTER", "CAMPUS", "WALK_IN", "ADOPTED"], "n")}, ${state},
    case when n % 100 in (50, 51) then 'IN_POST' end, ${TODAY} - 1 - n % 1200, ${TODAY} - 1 - n % 1200,
    case when n % 100 = 51 then ${TODAY} + n % 20 end, case when n % 100 = 51 then 'RESIGN' end, id, post_id,
    ${certState}, ${certEnd}
  from (select *, ${seatOf(`n / ${stores}`)} as position_code from ${PEOPLE} people) p`;

const named = `${oneOf(["王", "李", "张", "刘", "陈"], "n")} || ${oneOf(["伟", "芳", "娜", "敏", "静", "强"], "n / 5")} || n % 97`;

/** Those who are being hired, then those who have left or were rejected. */
const others = (
  size: LargeStores,
) => `insert into store_staff (${stamp}, staff_no, name, ${sealed}, store_id, position_code,
    source, state, entry_date, in_post_on, leave_on, leave_type)
  select ${stamped("40010", "n", past("n"))}, case when state = 'LEFT' then 'RY' || 5000000 + n end, ${named}, ${numbers}, o.id,
    ${seatOf("n")}, ${oneOf(["SITE", "HUNTER", "CAMPUS", "WALK_IN"], "n")}, state,
    case state when 'LEFT' then ${TODAY} - 400 - n % 1500 when 'TO_JOIN' then ${TODAY} + n % 30 end,
    case when state = 'LEFT' then ${TODAY} - 400 - n % 1500 end, case when state = 'LEFT' then ${TODAY} - n % 390 end,
    case when state = 'LEFT' then ${oneOf(["RESIGN", "DISMISS", "EXPIRE", "OTHER"], "n")} end
  from (select n, case when n < ${size.people} * 21 / 20 then ${oneOf(["CANDIDATE", "INTERVIEWING", "TO_JOIN"], "n")}
      when n % 5 < 2 then 'REJECTED' else 'LEFT' end as state
    from generate_series(${size.people}, ${staffOf(size)} - 1) n) drawn
  join (select id, n as at from ${STORES} numbered) o on o.at = n % ${size.stores}`;

/** Everybody who left did so by a movement, and whoever moves or leaves has an open one. */
const movements = ({ stores }: LargeStores) => `insert into store_movement (${stamp}, movement_no, staff_id, kind,
    from_store_id, from_position_code, to_store_id, to_position_code, effective_date, reason, leave_type, state)
  select ${stamped("40011", "s.at", "s.updated_at")}, 'YD' || to_char(${NOW}, 'YYYYMMDD') || 500000 + s.at, s.id,
    case when s.state = 'MOVING' then 'TRANSFER' else 'LEAVE' end, s.store_id, s.position_code,
    case when s.state = 'MOVING' then target.id end, case when s.state = 'MOVING' then s.position_code end,
    coalesce(s.leave_on, ${TODAY} + 10), '规模测试的异动原因', s.leave_type,
    case when s.state = 'LEFT' then 'DONE' when s.staff_no like '%50' then 'WAITING' else 'APPROVED' end
  from (select *, row_number() over (order by id) as at from store_staff where state in ('MOVING', 'LEAVING', 'LEFT')) s
  join ${STORES} own on own.id = s.store_id join ${STORES} target on target.n = (own.n + 1) % ${stores}`;

export const peopleStatements = (size: LargeStores) => {
  return { working: working(size), others: others(size), movements: movements(size) };
};

const STANDARDS = `insert into post_standard (${stamp}, position_code, ver, pass_score, valid_months, state, published_on)
  select ${stamped("40020", "n", NOW)}, code, 900 + n, 80, 24, 'ONLINE', ${TODAY} - 300
  from (values (0, 'salesAdvisor'), (1, 'deliverySpecialist')) as held (n, code)
  where not exists (select from post_standard p where p.position_code = code and p.state = 'ONLINE')`;

const ITEMS = `insert into post_standard_item (id, standard_id, sort, side, name, kind, is_required, weight, retry_limit,
    evidence_min)
  select ${largeId("40021", "s.at * 10 + item")}, s.id, 1000 + item, 'UP', '规模测试标准' || item, 'EXAM', true, 20, 2, 0
  from (select id, row_number() over (order by id) as at from post_standard where state = 'ONLINE') s,
    generate_series(1, 5) item`;

/** The certificate in force or being worked for, and two that have expired. */
const CERTS = `insert into certification (${stamp}, staff_id, store_id, position_code, standard_id, state, score, certified_on,
    expire_on)
  select ${stamped("40022", "s.n * 3 + age", `${past("s.n")} - age * interval '700 days'`)}, s.id, s.store_id, s.position_code,
    p.id, case when age > 0 or s.cert_state = 'EXPIRED' then 'EXPIRED' when s.cert_state = 'DOING' then 'DOING'
      else 'CERTIFIED' end, 80 + age, case when age > 0 or s.cert_state <> 'DOING' then ${TODAY} - 100 - age * 700 end,
    case when age = 0 then s.cert_expire_on else ${TODAY} - 10 - age * 600 end
  from (select *, substr(staff_no, 4)::int as n from store_staff where staff_no like 'RY5%' and cert_state <> 'NONE') s
  join post_standard p on p.position_code = s.position_code and p.state = 'ONLINE', generate_series(0, 2) age`;

const RESULTS = `insert into cert_result (${stamp}, cert_id, item_id, score, is_passed)
  select ${stamped("40023", "row_number() over (order by c.id, i.id)", "c.updated_at")}, c.id, i.id, 85, true
  from certification c join post_standard_item i on i.standard_id = c.standard_id where i.side = 'UP'`;

export const CERTIFICATES = [STANDARDS, ITEMS, CERTS, RESULTS];
