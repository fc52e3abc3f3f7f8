import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeAdministrators, query, stopPostgresAtOnce } from "./database.ts";
import { Product } from "./product.ts";
import { type SharedDatabase, startSharedDatabase } from "./shared-database.ts";
import { call, newDictType, type Outcome, signIn } from "./staff.ts";

const PEOPLE = 6;
const PAUSE_MS = 36;
const BACK_WITHIN_MS = 5_000;

let database: SharedDatabase;
let product: Product;
let tokens: string[] = [];

before(async () => {
  database = await startSharedDatabase();
  product = await Product.start(database.settings);
  const phones = await makeAdministrators(database.cluster, PEOPLE);
  tokens = await Promise.all(phones.map((phone) => signIn(product.origin, phone)));
});

after(async () => {
  await product?.kill();
  await database?.stop();
});

interface Answered extends Outcome {
  /** The code that was to be stored; null for a read. */
  readonly code: string | null;
  readonly at: number;
}

/** Reads and writes in turns, whatever the answers are. */
async function work(person: number, answers: Answered[], isOver: () => boolean): Promise<void> {
  const token = tokens[person] ?? "";
  for (let n = 0; !isOver(); n++) {
    const code = n % 2 === 0 ? `blink_${person}_${n}` : null;
    const outcome = code
      ? await newDictType(product.origin, token, code)
      : await call(product.origin, { path: "/common/v1/dict/types?pageSize=20", token });
    answers.push({ ...outcome, code, at: Date.now() });
    await sleep(PAUSE_MS);
  }
}

async function databaseBack(): Promise<number> {
  for (;;) {
    const isBack = await query(database.cluster, "select 1").then(
      () => true,
      () => false,
    );
    if (isBack) return Date.now();
    await sleep(50);
  }
}

test("PF-R81 PostgreSQL restarted at once under load: 系统繁忙 meanwhile, full service by itself within 5 s", async (t) => {
  const answers: Answered[] = [];
  let over = false;
  const working = tokens.map((_, person) => work(person, answers, () => over));
  await sleep(1_000);
  const stopped = Date.now();
  stopPostgresAtOnce(database.cluster);
  await sleep(300);
  const back = await databaseBack();
  await sleep(BACK_WITHIN_MS + 1_000);
  over = true;
  await Promise.all(working);

  assert.ok(!product.hasEnded, `the server ended with the database:\n${product.said}`);
  const failed = answers.filter(({ success }) => !success);
  const wrong = failed.filter(({ status, msg }) => status !== 503 || msg !== "系统繁忙，请稍后再试");
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} answers of another kind\n${product.said}`);
  const odd = failed.filter(({ at }) => at < stopped || at > back + BACK_WITHIN_MS);
  assert.deepEqual(odd, [], "only during the outage");
  const last = Math.max(...failed.map(({ at }) => at)) - back;
  t.diagnostic(
    `${answers.length} answers, ${failed.length} 系统繁忙, away ${back - stopped} ms, the last one ${last} ms later`,
  );
  assert.ok(failed.length > 0, "the outage was noticed");

  const stored = await query<{ code: string }>(database.cluster, "select code from dict_type where code like 'blink%'");
  const codes = new Set(stored.map(({ code }) => code));
  const lost = answers.filter(({ success, code }) => success && code !== null && !codes.has(code));
  assert.deepEqual(lost, [], "answered as done and not stored");
});

test("F5 after the outage no connection stays stuck: more calls at once than the pools have connections", async () => {
  const path = "/common/v1/dict/types?pageSize=100";
  await sleep(1_000); // the limit of calls per second must not count the earlier calls
  const calls = tokens.flatMap((token) => Array.from({ length: 10 }, () => call(product.origin, { path, token })));
  assert.deepEqual(
    (await Promise.all(calls)).filter(({ success }) => !success),
    [],
  );
});
