import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { killPostgres, makeAdministrators, postgresGone, postmasterOf, query } from "./database.ts";
import { Product } from "./product.ts";
import { removeFolders, temporaryFolder } from "./shared-database.ts";
import { newDictType, signIn } from "./staff.ts";

/** The number of rounds. Run `ROUNDS=50 node --test tests/faults/crash.test.ts` for the whole proof. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 6);
const WRITERS = 6;
const PAUSE_MS = 36; // this stays below the limit of calls per second for one session
const RECOVERS_MS = 20_000;
const victims = ["server", "database", "both"] as const;

const dataDir = temporaryFolder();
const settings = { DATA_DIR: dataDir };
let product: Product;
let cluster = "";
let sockets = "";
let tokens: string[] = [];
/** Codes whose write was answered as done, with the id of the answer. */
const acknowledged = new Map<string, string>();

before(async () => {
  product = await Product.start(settings);
  cluster = product.cluster;
  sockets = postmasterOf(cluster)?.host ?? "";
  const phones = await makeAdministrators(cluster, WRITERS);
  tokens = await Promise.all(phones.map((phone) => signIn(product.origin, phone)));
});

after(async () => {
  await product?.kill();
  await postgresGone(cluster);
  removeFolders(dataDir, sockets);
});

/** Writes one code after the other until a write gets no answer, and answers that code. */
async function writeUntilCut(writer: number, round: number): Promise<string> {
  for (let n = 0; ; n++) {
    const code = `r${round}_w${writer}_${n}`;
    if (!(await write(writer, code))) return code;
    await sleep(PAUSE_MS);
  }
}

/**
 * Tells whether the write was answered as done. A refusal is an error here, because it would mean that a repetition was
 * taken for a new write.
 */
async function write(writer: number, code: string): Promise<boolean> {
  const { status, success, msg, data } = await newDictType(product.origin, tokens[writer] ?? "", code);
  if (status !== 200) return false;
  assert.ok(success, `${code}: ${msg}`);
  acknowledged.set(code, (data as { id: string }).id);
  return true;
}

async function kill(victim: (typeof victims)[number]): Promise<void> {
  if (victim === "server") return product.kill();
  killPostgres(cluster);
  if (victim === "both") await product.kill();
}

/** Restarts a server that has ended, or waits until it recovers by itself. Nothing is repaired by hand. */
async function recover(): Promise<number> {
  const began = Date.now();
  if (product.hasEnded) product = await Product.start(settings);
  while (!(await product.isReady())) {
    assert.ok(!product.hasEnded, `the server ended with the database:\n${product.said}`);
    assert.ok(Date.now() - began < RECOVERS_MS, `it does not recover by itself:\n${product.said}`);
    await sleep(50);
  }
  return Date.now() - began;
}

/** Repeats a write without an answer as clients do, with the key of the first try. */
async function repeat(writer: number, code: string): Promise<void> {
  const deadline = Date.now() + RECOVERS_MS;
  while (!(await write(writer, code))) {
    assert.ok(Date.now() < deadline, `${code} finds no answer`);
    await sleep(PAUSE_MS);
  }
}

for (let round = 1; round <= ROUNDS; round++) {
  const victim = victims[round % victims.length] ?? "both";
  test(`PF-R83 round ${round}: kill -9 of ${victim} while ${WRITERS} people write loses and doubles nothing`, async (t) => {
    const writing = Array.from({ length: WRITERS }, (_, writer) => writeUntilCut(writer, round));
    await sleep(200 + Math.random() * 800);
    await kill(victim);
    const cut = await Promise.all(writing);
    const recovered = await recover();
    await Promise.all(cut.map((code, writer) => repeat(writer, code)));
    t.diagnostic(`${acknowledged.size} answered so far, ready again after ${recovered} ms`);

    const stored = await query<{ code: string; id: string; audits: number }>(
      cluster,
      `select code, id, (select count(*)::int from audit_log where biz_id = d.id::text) as audits
       from dict_type d where code ~ '^r[0-9]+_w'`,
    );
    const storedIds = new Map(stored.map(({ code, id }) => [code, id]));
    const lost = [...acknowledged].filter(([code, id]) => storedIds.get(code) !== id);
    const odd = stored.filter(({ code, audits }) => !acknowledged.has(code) || audits !== 1);
    assert.deepEqual({ lost, odd }, { lost: [], odd: [] });
  });
}
