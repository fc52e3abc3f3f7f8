import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { KyselyPlugin } from "kysely";
import { findTakers } from "../approval/takers.ts";
import { approvalApp, caseFlow, codes, hq, region, sibling, store } from "../approval/testing-approvals.ts";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { readersAmong } from "./readable.ts";

const { app, cast, submit } = approvalApp();
beforeEach(() => cast.clear());

const reader = (at = store) => cast.person({ codes: [codes.shop], at, reach: [at, store] });

/** Does something as this person and counts the queries that it takes. */
async function counted<T>(act: (tx: Tx) => Promise<T>, userId = newId()) {
  let queries = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries++;
      return result;
    },
  };
  const answer = await app.arrange((tx) =>
    act({ ...tx, actor: { ...tx.actor, userId }, kysely: tx.kysely.withPlugin(counter) }),
  );
  return { answer, queries };
}

test("PF-R123 readers of a record keep their order, and hundreds of them are found with the one query of the first", async () => {
  const { id } = await submit(cast.person({}));
  const { table } = caseFlow;
  const far = () => cast.person({ codes: [codes.shop], at: sibling, reach: [sibling] });
  const [blind, gone, admin] = [cast.person({ isBlind: true }), reader(), cast.person({ isAdmin: true, reach: [] })];
  cast.leave(gone);
  const people = [far(), reader(), blind, cast.person({ reach: "ALL" }), gone, cast.person({ reach: [] }), admin];
  const ids = people.map(({ userId }) => userId);
  const few = await counted((tx) => readersAmong(tx, { table, id }, [...ids, ...ids, newId()]));
  assert.deepEqual(few, { answer: [ids[1], ids[3], ids[6]], queries: 1 });
  const crowd = Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? far() : reader(newId())).userId);
  const many = await counted((tx) => readersAmong(tx, { table, id }, crowd));
  assert.deepEqual(many, { answer: crowd.filter((_, n) => n % 3 !== 0), queries: 1 });
  assert.deepEqual(await counted((tx) => readersAmong(tx, { table, id }, [])), { answer: [], queries: 0 });
  await app.rows("update probe set deleted_at = now() where id = $1", [id]);
  assert.deepEqual(
    (await counted((tx) => readersAmong(tx, { table, id }, ids))).answer,
    [],
    "nobody opens what is gone",
  );
});

test("PF-R115 hundreds of people to whom approvals may be lent are compared with one query, also those late in the list", async () => {
  const boss = cast.person({ codes: [codes.shop], at: region, reach: [region, store] });
  for (let n = 0; n < 150; n++) cast.person({ codes: [codes.shop], at: newId(), reach: [region, newId()] });
  const chief = cast.person({ codes: [codes.shop], at: hq, reach: [hq, region, store] });
  const central = cast.person({ codes: [codes.shop], at: hq, reach: "ALL" });
  const { answer, queries } = await counted((tx) => findTakers(tx, ""), boss.userId);
  assert.deepEqual(answer.map(({ id }) => id).toSorted(), [chief.userId, central.userId].toSorted());
  assert.equal(queries, 1);
});

test("PF-R115 whoever may take approvals over is offered however late in the alphabet, the first twenty by name", async () => {
  const boss = cast.person({ codes: [codes.shop], at: region, reach: [region, store] });
  for (let n = 0; n < 450; n++) cast.person({ codes: [codes.shop], at: newId(), reach: [region], name: `安${n}` });
  const able = Array.from({ length: 25 }, (_, n) => `周${n + 10}`);
  for (const name of able) cast.person({ codes: [codes.shop], at: hq, reach: "ALL", name });
  const offered = (keyword: string) => counted((tx) => findTakers(tx, keyword), boss.userId);
  const namesIn = ({ answer }: Awaited<ReturnType<typeof offered>>) => answer.map(({ name }) => name);
  assert.deepEqual(namesIn(await offered("")), able.slice(0, 20));
  assert.deepEqual(namesIn(await offered("周3")), able.slice(20));
  cast.person({ codes: [codes.shop], at: hq, reach: "ALL", name: "安安" });
  assert.deepEqual(namesIn(await offered("安")), ["安安"]);
});
