import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { type Actor, type DataScope, everything, systemActor } from "../actor.ts";
import { insertRecord } from "../db/record/record.ts";
import { declaredTables, type Table } from "../db/record/table.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probes } from "../start/probe.ts";
import { withSeenParts } from "./seen-parts.ts";

const app = probeApp();
const [north, south] = [newId(), newId()];
const LIST = "probe:probe:list";
const within = (...ids: (string | null)[]): DataScope => ({
  all: false,
  organizations: sql`select unnest(${ids}::uuid[])`,
  selfId: null,
});
const diffOf = (bizId: string, bizType = "probe") => ({
  bizType,
  bizId,
  field: "name",
  label: "名称",
  before: null,
  after: "甲",
});

test("PF-R99 the log of a record tells of its parts what the reader may see, by code and scope; deleted ones stay", async () => {
  const declare = (more: Partial<Table>) =>
    declaredTables.set("probe", { ...probes, ...more } as unknown as Table<never>);
  const [near, far, gone] = await app.arrange(async (tx) => {
    const made = { ownerId: newId(), name: "甲", phone: "13812345678", level: "A" };
    const ids = [];
    for (const orgId of [north, south]) ids.push((await insertRecord(tx, probes, { ...made, orgId })).id);
    return [...ids, newId()];
  });
  assert.ok(near && far && gone);
  const entries = [
    { no: 1, diffs: [diffOf(near), diffOf(far), diffOf(gone)] },
    { no: 2, diffs: [diffOf(far), diffOf(far, "unknown")] },
  ];
  const shownTo = (scope: DataScope, can = true) =>
    app.arrange(async (tx) => {
      const actor: Actor = { ...systemActor, can: (code) => can || code !== LIST, scopeOf: () => scope };
      const shown = await withSeenParts({ ...tx, actor, permission: "session" }, "whole", entries);
      return shown.map(({ no, diffs }) => [
        no,
        ...diffs.map(({ bizType, bizId }) => [near, far, gone].indexOf(bizId) + bizType),
      ]);
    });
  const all = [
    [1, "0probe", "1probe", "2probe"],
    [2, "1probe", "1unknown"],
  ];
  assert.deepEqual(await shownTo(within(north)), all, "records that are no parts are told with their entry");
  declare({ partOf: { table: "whole", by: "id" } });
  assert.deepEqual(await shownTo(everything), all);
  assert.deepEqual(await shownTo(within(north, south)), all);
  const narrow = [
    [1, "0probe", "2probe"],
    [2, "1unknown"],
  ];
  assert.deepEqual(await shownTo(within(north)), narrow);
  assert.deepEqual(await shownTo(within(north, null)), narrow, "what cannot be told is not in scope");
  assert.deepEqual(await shownTo(everything, false), [[1], [2, "1unknown"]], "without the code of the part");
});
