import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { releaseIn } from "../../platform/server/start/release.ts";
import { root } from "../../scripts/check.ts";
import { Clock } from "./clock.ts";
import { makeAdministrators, query } from "./database.ts";
import { Product } from "./product.ts";
import { type SharedDatabase, startSharedDatabase } from "./shared-database.ts";
import { call, loginCall, newDictType, type Outcome, signIn } from "./staff.ts";

const MANAGER = "13800000003";
const USERS = "/user/v1/users?pageSize=10";
const ME = "/user/v1/userInfo";

let database: SharedDatabase;
let nodes: [Product, Product];
let clock: Clock;
let phones: string[] = [];

before(async () => {
  database = await startSharedDatabase();
  clock = await Clock.start(database);
  nodes = [await Product.start(database.settings), await Product.start(database.settings)];
  phones = await makeAdministrators(database.cluster, 4);
});

after(async () => {
  await Promise.all((nodes ?? []).map((node) => node.kill()));
  await clock?.stop();
  await database?.stop();
});

test("PF-R101 a node that starts keeps the build of its pages, from which the next one knows whether its own is newer", async () => {
  const built = releaseIn(join(root, "dist/console.stamp"));
  assert.ok(built, "the pages are built before the faults: `npm run build` (the checks of `npm test` do it)");
  const kept = await query(database.cluster, "select build from app_release");
  assert.deepEqual(kept, [{ build: built.build }]);
});

/** Calls every 100 ms until the answer is as wanted; answers how long that took. */
async function until(ask: () => Promise<Outcome>, isIt: (outcome: Outcome) => boolean, withinMs: number) {
  const began = Date.now();
  for (;;) {
    const outcome = await ask();
    const took = Date.now() - began;
    if (isIt(outcome)) return took;
    assert.ok(took < withinMs, `still ${outcome.status} ${outcome.msgCode} after ${took} ms`);
    await sleep(100);
  }
}

test("PF-R27 a session made on one node works on the other at once", async () => {
  const [first, second] = nodes;
  const token = await signIn(first.origin, MANAGER);
  for (const node of [first, second]) {
    assert.equal((await call(node.origin, { path: ME, token })).success, true);
  }
});

test("PF-R28 a session replaced on one node is refused on the other within 2 s", async (t) => {
  const [first, second] = nodes;
  const token = await signIn(first.origin, MANAGER);
  assert.equal((await call(second.origin, { path: ME, token })).success, true);
  await signIn(first.origin, MANAGER);
  const took = await until(
    () => call(second.origin, { path: ME, token }),
    ({ status }) => status === 401,
    2_000,
  );
  t.diagnostic(`refused after ${took} ms`);
});

test("PF-R101 the page of a replaced session hears of it on another node", async () => {
  const [first, second] = nodes;
  const token = await signIn(first.origin, MANAGER);
  const over = new AbortController();
  const { body } = await fetch(`${second.origin}/common/v1/events`, {
    headers: { authorization: token, applicationid: "1" },
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(5_000)]),
  });
  let heard = "";
  for await (const chunk of body ?? []) {
    if (heard === "") void signIn(first.origin, MANAGER);
    heard += Buffer.from(chunk).toString();
    if (heard.includes("session.revoked")) break;
  }
  assert.match(heard, /"reason":"REPLACED"/);
  over.abort();
});

test("PF-R113 two people decide the same level on two nodes at once: one wins, the other hears of it", async () => {
  const tokens = await Promise.all(nodes.map(({ origin }, at) => signIn(origin, phones[at] ?? "")));
  const waiting = await query<{ id: string; version: number }>(
    database.cluster,
    "select biz_id as id, biz_version as version from approval where flow = 'partner.contract' and state = 'OPEN'",
  );
  assert.ok(waiting.length > 0);
  for (const { id, version } of waiting) {
    const path = `/partner/v1/contracts/${id}/approve`;
    const deciding = nodes.map(({ origin }, at) => call(origin, { path, token: tokens[at] ?? "", body: { version } }));
    const answers = await Promise.all(deciding);
    const refused = answers.filter(({ success }) => !success);
    assert.deepEqual(
      refused.map(({ msgCode }) => msgCode),
      ["COMMON_VERSION_CONFLICT"],
      id,
    );
    assert.match(refused[0]?.msg ?? "", /^数据已被.+于.+修改，请刷新后重试$/);
  }
  const decided = await query<{ count: number }>(
    database.cluster,
    "select count(*)::int as count from approval_decision where approval_id in (select id from approval where biz_id = any($1))",
    [waiting.map(({ id }) => id)],
  );
  assert.deepEqual(decided, [{ count: waiting.length }], "each was decided once");
});

test("PF-R32 a withdrawn permission is refused on every node within 2 s, even if the message about it is lost", async (t) => {
  const token = await signIn(nodes[0].origin, MANAGER);
  for (const node of nodes) assert.equal((await call(node.origin, { path: USERS, token })).success, true);
  // written directly into the database, so no node is notified: only the version in the table tells of the change
  await query(database.cluster, "update role set permission_codes = '{}' where code = 'storeManager'");
  await query(database.cluster, "update permission_version set value = value + 1");
  for (const node of nodes) {
    const took = await until(
      () => call(node.origin, { path: USERS, token }),
      ({ msgCode }) => msgCode === "COMMON_FORBIDDEN",
      2_000,
    );
    t.diagnostic(`refused after ${took} ms`);
  }
});

test("G3 one node killed under load: no call fails after one retry on the other", async (t) => {
  const [first, second] = nodes;
  const tokens = await Promise.all(phones.map((phone) => signIn(first.origin, phone)));
  const failed: string[] = [];
  let [retried, answered, over] = [0, 0, false];
  const working = tokens.map(async (token, person) => {
    for (let n = 0; !over; n++) {
      const code = `two_${person}_${n}`;
      const outcome = await newDictType(first.origin, token, code);
      if (!outcome.success) {
        retried++;
        const again = await newDictType(second.origin, token, code);
        if (!again.success) failed.push(`${code}: ${again.msg}`);
      }
      answered++;
      await sleep(36);
    }
  });
  await sleep(700);
  await first.kill();
  await sleep(700);
  over = true;
  await Promise.all(working);
  t.diagnostic(`${answered} calls, ${retried} retried`);
  assert.deepEqual(failed, []);
  assert.ok(retried > 0, "the loss of the node was noticed");
  const [row] = await query<{ count: number }>(
    database.cluster,
    "select count(*)::int as count from dict_type where code like 'two\\_%'",
  );
  assert.equal(row?.count, answered, "each call acted once");
});

test("G3 SIGTERM drains: calls under way are answered, and the exit code is 0", async () => {
  const node = await Product.start(database.settings);
  const prepared = await Promise.all(phones.map((phone) => loginCall(node.origin, phone)));
  const signIns = prepared.map((login) => call(node.origin, login)); // the check of a password takes a while
  await sleep(80);
  const exitCode = node.stop();
  const answers = await Promise.all(signIns);
  assert.deepEqual(
    answers.map(({ status, success }) => ({ status, success })),
    phones.map(() => ({ status: 200, success: true })),
  );
  assert.equal(await exitCode, 0);
  assert.equal((await call(node.origin, { path: ME })).msgCode, "NO_ANSWER");
});

test("scheduled work runs once per slot on two nodes, and goes on when one of them is killed", {
  timeout: 30_000,
}, async (t) => {
  const { slots, distinct, runs } = await clock.counts();
  assert.equal(distinct, slots, "a slot is given out once");
  // the run of the last slot may not have begun yet
  assert.ok(runs === slots || runs === slots - 1, `${runs} runs in ${slots} slots`);
  assert.ok(runs >= 2);
  await clock.killOne();
  while ((await clock.counts()).runs <= runs + 1) await sleep(200);
  t.diagnostic(`${slots} slots, ${runs} runs`);
});
