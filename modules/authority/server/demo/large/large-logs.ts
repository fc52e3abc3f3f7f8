import { connectOwner, fillMonths, makeAuditMonths, type PlatformNode } from "@ops/platform/server";
import { editUser } from "../../../contract/index.ts";
import { users } from "../../person/tables.ts";

interface LogSizes {
  readonly auditRows: number;
  readonly loginRows: number;
}

const DAY_MS = 86_400_000;
/** The number of days that the logs cover. */
const DAYS = 700;

/** Fills the logs inside the database, because sending twenty million rows from this process would take an hour. */
export async function loadLargeLogs(node: PlatformNode, { auditRows, loginRows }: LogSizes): Promise<void> {
  const now = node.clock.now();
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const client = await connectOwner(node.database.address);
  const { method, path, audit } = editUser;
  try {
    await fillMonths(
      client,
      { table: "audit_log", rows: auditRows, since, until: now },
      ({ part, count, from, until }) =>
        client.query(auditsInto(part), [count, from, until, users.name, `${method} ${path}`, audit]),
    );
    await node.access.commit((tx) => makeAuditMonths(tx, since));
    await client.query(LOGINS, [loginRows, since, now]);
    await client.query("analyze audit_log, login_log");
  } finally {
    await client.end();
  }
}

/** A `with` clause that collects the people of the large set as an array with its length. */
const PEOPLE =
  "with people as (select array_agg(id order by staff_no) as ids, count(*)::int as n from app_user where staff_no ~ '^L[0-9]{7}$')";
const PLACES =
  "places as (select array_agg(id::text order by code) as ids, count(*)::int as n from organization where code like 'LARGE-S%')";

/**
 * Spreads the rows evenly over the time, oldest first, as a real log grows.
 * Actors and records vary, and one row in thirty is refused.
 */
const auditsInto = (part: string) => `${PEOPLE}, ${PLACES}, drawn as (
    select g, $2::timestamptz + ($3::timestamptz - $2::timestamptz) * ((g - 1)::float8 / $1) as at,
      abs(hashint8(g)) as one, abs(hashint8(g * 31 + 7)) as two
    from generate_series(1, $1::bigint) as g
  )
  insert into ${part} (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, biz_no, action,
    action_name, summary, diffs, source, result, trace_id)
  select uuidv7(at - now()), at, people.ids[1 + one % people.n], '规模测试', places.ids[1 + one % people.n % places.n],
    '10.0.0.1', (array['authority', 'clue', 'order', 'store'])[1 + two % 4], $4, people.ids[1 + two % people.n]::text,
    'L' || lpad((1 + two % people.n)::text, 7, '0'), $5, $6 || case when two % 10 = 0 then '资料' else '' end, null,
    '[{"bizType": "appUser", "bizId": "", "field": "remark", "label": "备注", "before": null, "after": "规模测试"}]',
    'WEB', case when two % 30 = 0 then 'REFUSED' else 'SUCCESS' end, md5(g::text)
  from drawn, people, places`;

const LOGINS = `${PEOPLE}
  insert into login_log (id, occurred_at, identity_masked, user_id, kind, result, ip, ip_region, device, trace_id)
  select uuidv7(at - now()), at, '138****0000', people.ids[1 + one % people.n], 'PASSWORD',
    case when one % 10 = 0 then 'BAD_CREDENTIAL' else 'SUCCESS' end, '10.0.0.1', '内网', 'Chrome 142 / Windows 10', md5(g::text)
  from people, (select g, $2::timestamptz + ($3::timestamptz - $2::timestamptz) * ((g - 1)::float8 / $1) as at,
    abs(hashint8(g)) as one from generate_series(1, $1::bigint) as g) as drawn`;
