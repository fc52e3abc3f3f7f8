import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PlatformNode } from "@ops/platform/server";
import { demoAccounts } from "./accounts.ts";
import { countOf, freshNodes, LOAD_TIME, loadSmall, rowsOf } from "./testing.ts";

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
    const [HQ, REGION, CITY, STORE] = [10, 4, 16, 24];
    assert.equal(await countOf(node, "organization where type in ('GROUP', 'DEPT')"), HQ);
    assert.deepEqual(await countsBy(node, "type", "organization where type not in ('GROUP', 'DEPT')"), {
      ...{ REGION, CITY, STORE },
      ...{ DELIVERY: 4, PARTNER: 3, CARRIER: 2 },
    });
    const known = "(select from region where code = o.region_code)";
    assert.equal(await countOf(node, `organization o where region_code is not null and not exists ${known}`), 0);
    assert.equal(await countOf(node, "organization where leader_user_id is null and type <> 'CARRIER'"), 0);
  });

  test("holds three hundred people in all states, each where the position may be held", async () => {
    assert.equal(await countOf(node, "app_user"), 300);
    assert.equal(await countOf(node, "(select user_name from app_user group by 1) names"), 300);
    const states = await countsBy(node, "status", "app_user");
    assert.deepEqual(Object.keys(states).sort(), ["ACTIVE", "DISABLED", "DORMANT", "LEFT", "PENDING"]);
    const misplaced = `membership m join position p on p.id = m.position_id join organization o on o.id = m.organization_id
      where not o.type = any(p.org_types)`;
    assert.equal(await countOf(node, misplaced), 0);
    const several =
      "(select user_id from membership where status = 'EFFECTIVE' group by 1 having count(*) > 1) several";
    assert.ok((await countOf(node, several)) >= 10);
  });

  test("nobody who is active would be sent to sleep at once", async () => {
    const sixtyDaysAgo = new Date(LOAD_TIME.getTime() - 60 * 86_400_000);
    assert.equal(await countOf(node, "app_user where status = 'ACTIVE' and last_active_at < $1", [sixtyDaysAgo]), 0);
  });

  test("roles name only pages that exist", async () => {
    assert.ok((await countOf(node, "role")) >= 12);
    const page = "(select from menu m where m.key = page_key and m.kind = 'PAGE')";
    assert.equal(await countOf(node, `role r, unnest(r.menu_keys) page_key where not exists ${page}`), 0);
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

/** One text per table that differs as soon as any of its rows does; hashes of passwords are salted. */
async function fingerprints(node: PlatformNode): Promise<Record<string, string | undefined>> {
  const found: Record<string, string | undefined> = {};
  for (const table of [...tables, "app_user"]) {
    const text = `select md5(string_agg((to_jsonb(t) - 'password_hash')::text, '|' order by t::text)) as print from ${table} t`;
    const [row] = await rowsOf<{ print: string }>(node, text);
    found[table] = row?.print;
  }
  return found;
}
