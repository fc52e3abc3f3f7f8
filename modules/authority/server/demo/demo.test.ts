import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PlatformNode } from "@ops/platform/server";
import { demoPastJob } from "./past/job.ts";
import { demoAccounts } from "./people/accounts.ts";
import { countOf, freshNodes, LOAD_TIME, loadRest, loadSmall, rowsOf } from "./testing.ts";

describe("the demo", () => {
  let node: PlatformNode;
  let stop: () => Promise<void>;
  before(async () => {
    const fresh = await freshNodes();
    node = fresh.first;
    stop = fresh.stop;
    assert.equal(await loadSmall(node), true);
  });
  after(() => stop());

  test("holds the brand with its places, at codes that exist, each led by somebody", async () => {
    const [HQ, REGION, CITY, STORE] = [13, 6, 28, 86];
    assert.equal(await countOf(node, "organization where type in ('GROUP', 'DEPT')"), HQ);
    assert.deepEqual(await countsBy(node, "type", "organization where type not in ('GROUP', 'DEPT')"), {
      REGION,
      CITY,
      STORE,
      DELIVERY: 9,
      PARTNER: 8,
      CARRIER: 5,
    });
    const known = "(select from region where code = o.region_code)";
    assert.equal(await countOf(node, `organization o where region_code is not null and not exists ${known}`), 0);
    assert.equal(await countOf(node, "organization where (region_code is null) <> (region_name is null)"), 0);
    assert.equal(await countOf(node, "organization where leader_user_id is null and type <> 'CARRIER'"), 0);
    assert.equal(await countOf(node, "organization where level > 4"), 0);
  });

  test("platform 11 holds finished, failed, cancelled and expired tasks, each file as large as told, and messages", async () => {
    const states = await countsBy(node, "status", "task");
    assert.deepEqual(Object.keys(states).sort(), ["CANCELED", "EXPIRED", "FAILED", "PARTIAL", "SUCCESS"]);
    const unfit = `task t where result_file_id is not null
      and t.file_size is distinct from (select length(c.bytes) from file_chunk c where c.file_id = t.result_file_id)`;
    assert.equal(await countOf(node, unfit), 0);
    assert.ok((await countOf(node, "task where fail_file_id is not null")) > 0);
    assert.equal(await countOf(node, "task where read_at is null"), 0);
    assert.equal(await countOf(node, "sms_outbox"), 20);
  });

  test("holds 420 people in all states, each where the position may be held", async () => {
    assert.equal(await countOf(node, "app_user"), 420);
    assert.equal(await countOf(node, "(select user_name from app_user group by 1) names"), 420);
    const states = await countsBy(node, "status", "app_user");
    assert.deepEqual(Object.keys(states).sort(), ["ACTIVE", "DISABLED", "DORMANT", "LEFT", "PENDING"]);
    const misplaced = `membership m join position p on p.id = m.position_id join organization o on o.id = m.organization_id
      where not o.type = any(p.org_types)`;
    assert.equal(await countOf(node, misplaced), 0);
    const several = "(select user_id from membership where status <> 'ENDED' group by 1 having count(*) > 1) several";
    assert.equal(await countOf(node, several), 30);
  });

  test("of these, as many are locked, asleep, unopened or soon over as section 11 says", async () => {
    const guarded = "login_guard where locked_until > $1 and subject_kind = 'PHONE'";
    assert.equal(await countOf(node, guarded, [LOAD_TIME]), 6);
    assert.equal(await countOf(node, "app_user where status = 'DORMANT'"), 18);
    assert.equal(await countOf(node, "app_user where must_change_pwd"), 12);
    const soon = "app_user where valid_until between $1::date and $1::date + 7";
    assert.equal(await countOf(node, soon, [LOAD_TIME]), 5);
  });

  test("nobody who is active would be sent to sleep at once", async () => {
    const sixtyDaysAgo = new Date(LOAD_TIME.getTime() - 60 * 86_400_000);
    assert.equal(await countOf(node, "app_user where status = 'ACTIVE' and last_active_at < $1", [sixtyDaysAgo]), 0);
  });

  test("27 roles with their versions name only pages that exist", async () => {
    assert.equal(await countOf(node, "role"), 27);
    assert.equal(await countOf(node, "role_version"), 35);
    const latest = "(select max(version) from role_version v where v.role_id = r.id)";
    assert.equal(await countOf(node, `role r where r.version <> ${latest}`), 0);
    const page = "(select from menu m where m.key = page_key and m.kind = 'PAGE')";
    assert.equal(await countOf(node, `role r, unnest(r.menu_keys) page_key where not exists ${page}`), 0);
  });

  test("people who can sign in plan products, keep the register of cars and run the stock", async () => {
    // a second person publishes the price that the first one prepares
    const least = { productPlanner: 2, carDataKeeper: 1, stockOperator: 1 };
    for (const [code, count] of Object.entries(least)) {
      const holders = `role_grant g join role r on r.id = g.role_id join membership m on m.id = g.membership_id
        join app_user u on u.id = m.user_id where r.code = $1 and g.status = 'ACTIVE' and u.status = 'ACTIVE'`;
      assert.ok((await countOf(node, holders, [code])) >= count, code);
    }
  });

  test("announces to organisations and roles that exist; what must be read is for carriers, so that nobody else is held up", async () => {
    assert.equal(await countOf(node, "announcement"), 9);
    const known = "(select id from organization union all select id from role)";
    assert.equal(await countOf(node, `announcement, unnest(audience_ids) wanted where wanted not in ${known}`), 0);
    assert.equal(await countOf(node, "announcement where must_read and audience = 'ROLES'"), 1);
    assert.equal(await countOf(node, "announcement where must_read"), 1);
  });

  test("holds two weeks of sign-ins and two months of actions, all in the past and in the part of their month", async () => {
    assert.equal(await countOf(node, "login_log"), 500);
    assert.ok(Object.keys(await countsBy(node, "result", "login_log")).length >= 9);
    assert.equal(await countOf(node, "audit_log"), 2000);
    assert.equal(await countOf(node, "audit_log_rest"), 0);
    for (const log of ["login_log", "audit_log"]) {
      assert.equal(await countOf(node, `${log} where occurred_at > $1`, [LOAD_TIME]), 0, log);
    }
  });

  test("PF-R134 what no first page needs comes by a job after the start, once however often the job runs", async () => {
    assert.equal(await countOf(node, "interface_usage_daily"), 0);
    const waiting = await rowsOf(node, "select start_after > created_on as later from pgboss.job where name = $1", [
      demoPastJob.name,
    ]);
    assert.deepEqual(waiting, [{ later: true }]);
    await loadRest(node);
    const rows = await countOf(node, "interface_usage_daily");
    assert.ok(rows > 5_000 && rows < 25_000, `${rows} rows of figures`);
    await loadRest(node);
    assert.equal(await countOf(node, "interface_usage_daily"), rows);
    const used = await countOf(node, "permission_use");
    assert.ok(used > 1_000);
    // people may use their rights before the job runs
    await rowsOf(node, "with gone as (delete from interface_caller_daily) delete from interface_usage_daily");
    await loadRest(node);
    assert.deepEqual(
      [await countOf(node, "interface_usage_daily"), await countOf(node, "permission_use")],
      [rows, used],
    );
  });

  test("interfaces were used for ninety days; one move is planned, three are done", async () => {
    assert.equal(await countOf(node, "(select day from interface_usage_daily group by 1) days"), 90);
    assert.deepEqual(await countsBy(node, "status", "org_change where kind = 'MOVE'"), { PLANNED: 1, DONE: 3 });
  });

  test("the nine accounts have the numbers that the document names", () => {
    const numbers = demoAccounts().map(({ phone, staffNo }) => [phone, staffNo]);
    const expected = Array.from({ length: 9 }, (_, index) => [`1380000000${index + 1}`, `A000${index + 1}`]);
    assert.deepEqual(numbers, expected);
  });

  test("loading again changes nothing", async () => {
    const earlier = await fingerprints(node);
    assert.equal(await loadSmall(node), true);
    assert.deepEqual(await fingerprints(node), earlier);
  });

  test("another database gets the same rows, and two nodes that load at once load once", async () => {
    const other = await freshNodes(2);
    try {
      assert.deepEqual(await Promise.all(other.all.map(loadSmall)), [true, true]);
      assert.deepEqual(await fingerprints(other.first), await fingerprints(node));
    } finally {
      await other.stop();
    }
  });
});

async function countsBy(node: PlatformNode, column: string, from: string): Promise<Record<string, number>> {
  const text = `select ${column} as name, count(*)::int as count from ${from} group by 1`;
  const rows = await rowsOf<{ name: string; count: number }>(node, text);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const tables = [
  "organization",
  "position",
  "role",
  "membership",
  "role_grant",
  "login_guard",
  "login_log",
  "audit_log",
];

/** Hashes the rows of each table, without the password hashes, because those are salted. */
async function fingerprints(node: PlatformNode): Promise<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {};
  for (const table of [...tables, "app_user"]) {
    const text = `select md5(string_agg((to_jsonb(t) - 'password_hash')::text, '|' order by t::text)) as print from ${table} t`;
    const [row] = await rowsOf<{ print: string }>(node, text);
    found[table] = row?.print;
  }
  return found;
}
