import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAuthorityDemo } from "@ops/authority/server";
import { partnerModule } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { countStores } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { headcountsAt } from "../headcount/counted.ts";
import { settleNodes } from "../project/standing.ts";
import { testApp } from "../testing.ts";
import { loadStoreDemo } from "./load.ts";

const app = testApp();

/** Counts rows by a column, such as `{ OPEN: 110 }`. */
async function countBy(table: string, column: string): Promise<Record<string, number>> {
  const rows = await app.rows<{ word: string; count: number }>(
    `select ${column} as word, count(*)::int as count from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}

test("section 11: the stores of the demo are stores, their people are staff, and loading twice changes nothing", async () => {
  await app.arrange(async (tx) => {
    await loadAuthorityDemo(tx);
    await partnerModule.demo?.load(tx);
    await loadStoreDemo(tx);
    await loadStoreDemo(tx);
  });
  const stores = await countBy("store", "state");
  assert.equal(
    Object.values(stores).reduce((sum, count) => sum + count, 0),
    130,
  );
  assert.equal(stores["TRIAL"], 2);
  const bare = await app.rows(
    "select 1 from organization o where type in ('STORE', 'DELIVERY') and deleted_at is null and not exists (select from store where id = o.id)",
  );
  assert.equal(bare.length, 0, "every organisation of a store is one");
  const staff = await countBy("store_staff", "state");
  assert.partialDeepStrictEqual(staff, { CANDIDATE: 14, INTERVIEWING: 14, TO_JOIN: 6, REJECTED: 6, TRAINING: 10 });
  assert.partialDeepStrictEqual(staff, { MOVING: 3, LEAVING: 1 });
  assert.ok((staff["IN_POST"] ?? 0) > 250, JSON.stringify(staff));
  assert.deepEqual(await countBy("store_movement", "state"), {
    WAITING: 2,
    APPROVED: 1,
    FAILED: 1,
    DONE: 6,
    REJECTED: 1,
  });
  assert.partialDeepStrictEqual(await countBy("duty_week", "published_at is not null"), { true: 52 });
  assert.partialDeepStrictEqual(await countBy("duty_day", "kind"), { LEAVE: 3 });
  assert.deepEqual(Object.keys(await countBy("duty_day", "jsonb_typeof(windows)")), ["array"]);
  const client = await app.signIn({ permissions: ["store:store:list", "store:headcount:list"] });
  const { data: cards } = await client.call(countStores, {});
  assert.equal(cards.short, 3, "the stores that are being prepared");
  const grid = await app.arrange(async (tx) => {
    const open = await findRows(tx, "store", { state: ["PREPARING", "TRIAL", "OPEN", "SUSPENDED"] });
    return headcountsAt(
      tx,
      open.map(({ id }) => id),
      dayOf(tx.now),
    );
  });
  const vacancies = [...grid.values()].flat().map(({ vacancy }) => vacancy);
  const counted = [vacancies.filter((free) => free > 0).length, vacancies.filter((free) => free < 0).length];
  assert.deepEqual(counted, [9, 3], "cells that are short, and over");
});

test("section 11: projects in every state and with every risk, as the night would compute them", async () => {
  assert.deepEqual(await countBy("store_project", "state"), {
    RUNNING: 7,
    DRAFT: 1,
    DONE: 2,
    PAUSED: 1,
    TERMINATED: 1,
  });
  const risks = await countBy("(select * from store_project where state = 'RUNNING') p", "risk");
  assert.deepEqual(risks, { NORMAL: 3, WARN: 1, LATE: 2, SEVERE: 1 });
  assert.deepEqual(await countBy("project_verification", "state"), { FAILED: 1, PASSED: 3, CONDITIONAL: 1 });
  assert.deepEqual(await countBy("project_rectification", "state"), { OPEN: 1, CHECKING: 1, CLOSED: 4 });
  assert.partialDeepStrictEqual(await countBy("project_evidence", "flags::text"), { "{DUP}": 2 });
  const running = await app.arrange((tx) => findRows(tx, "storeProject", { state: "RUNNING" }));
  for (const project of running) {
    const standing = await app.arrange((tx) => settleNodes(tx, project));
    assert.partialDeepStrictEqual(project, standing, project.name);
  }
});

test("section 11: standards, certificates with those that end, trainees, training records and interviews", async () => {
  assert.deepEqual(await countBy("post_standard", "state"), { RETIRED: 1, ONLINE: 4, DRAFT: 1 });
  const noted = await countBy("(select * from store_staff where cert_state <> 'NONE') s", "cert_state");
  assert.partialDeepStrictEqual(noted, { EXPIRING: 12, EXPIRED: 4, DOING: 6, PENDING: 4 });
  const certificates = await countBy("certification", "state");
  assert.partialDeepStrictEqual(certificates, { EXPIRED: 4, REVIEW: 2, DOING: 12 });
  const late = await app.rows("select 1 from certification where due_on < (now() at time zone 'Asia/Shanghai')::date");
  assert.equal(late.length, 0, "nobody is past the days of grace");
  const bare = await app.rows(`select 1 from store_staff s where state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING')
    and not exists (select from certification c where c.staff_id = s.id)`);
  assert.equal(bare.length, 0, "everybody who works has a certificate");
  const roles =
    await app.rows(`select distinct r.code from store_staff s join role_grant g on g.membership_id = s.post_id
    and g.status = 'ACTIVE' join role r on r.id = g.role_id where s.state = 'TRAINING'`);
  assert.deepEqual(roles, [{ code: "trainee" }]);
  assert.deepEqual(await countBy("training_record", "'all'"), { all: 400 });
  assert.deepEqual(await countBy("interview", "state"), {
    PLANNED: 7,
    TO_RATE: 4,
    PASSED: 4,
    FAILED: 6,
    CANCELLED: 2,
    NO_SHOW: 1,
  });
});

test("section 11: the logs of projects, interviews and certificates tell how they came to where they are", async () => {
  const logged = await countBy("(select * from audit_log where module = 'store' and source = 'WEB') a", "biz_type");
  const { storeProject = 0, interview = 0, certification = 0 } = logged;
  assert.ok(storeProject > 50 && interview > 40 && certification > 250, JSON.stringify(logged));
  const unlike = await app.rows(`select p.name from store_project p where not exists (select from audit_log a
    where a.biz_id = p.id::text and a.action_name = '新增门店项目')`);
  assert.deepEqual(unlike, [], "every project was made by somebody");
  const toCome = await app.rows("select 1 from audit_log where module = 'store' and occurred_at > now()");
  assert.equal(toCome.length, 0, "nothing is told that has not happened yet");
});
