import assert from "node:assert/strict";
import { test } from "node:test";
import { loadLargeSet } from "@ops/authority/server";
import { givenOrganization } from "@ops/authority/server/testing";
import { adoptStores } from "../../adoption/stores.ts";
import { loadLargeStores } from "../../index.ts";
import { testApp } from "../../testing.ts";

const app = testApp();

const size = {
  stores: 20,
  people: 200,
  past: 300,
  rosterDays: 12_000,
  projects: 20,
  interviews: 600,
  pictures: 400,
  trainings: 2_000,
};
const tables = [
  "store_staff",
  "store_movement",
  "duty_day",
  "interview",
  "training_record",
  "file",
  "project_evidence",
];
const indexes = `select indexdef from pg_indexes where tablename in ('${tables.join("', '")}') order by 1`;

test("store 13 the large set of stores goes in, whole, with every index back, and the next start takes nothing in", async () => {
  await givenOrganization(app, { type: "STORE" });
  await loadLargeSet(app.node, { users: size.people, organizations: 41, auditRows: 10, loginRows: 10 });
  const before = await app.rows(indexes);
  await loadLargeStores(app.node, size);
  assert.deepEqual(await app.rows(indexes), before);

  const counted = () =>
    app.rows(`select (select count(*)::int from store where store_code is not null) as stores,
      (select count(*)::int from store_staff where user_id is not null) as people,
      (select count(*)::int from store_staff where state in ('LEFT', 'REJECTED')) as past,
      (select count(*)::int from duty_day) as "rosterDays", (select count(*)::int from store_project) as projects,
      (select count(*)::int from interview) as interviews, (select count(*)::int from project_evidence) as pictures,
      (select count(*)::int from training_record) as trainings,
      (select count(*)::int from organization o where type = 'STORE' and not exists
        (select from store where store.id = o.id)) as "notTakenIn",
      (select count(*)::int from project_evidence e left join file f on f.id = e.file_id
        where f.biz_id is distinct from e.node_id::text) as "picturesElsewhere",
      (select count(*)::int from project_node n join store_project p on p.id = n.project_id
        where p.state = 'DONE' and n.state <> 'DONE') as "undoneNodes"`);
  const expected = [{ ...size, notTakenIn: 0, picturesElsewhere: 0, undoneNodes: 0 }];
  assert.deepEqual(await counted(), expected);
  await app.arrange(adoptStores);
  assert.deepEqual(await counted(), expected);
});
