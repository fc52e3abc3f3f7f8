import assert from "node:assert/strict";
import { test } from "node:test";
import type { InstantRange } from "@ops/platform/contract";
import { sql } from "kysely";
import { type Actor, type DataScope, everything, nothing, systemActor } from "../../actor.ts";
import { newId } from "../../secret/crypto.ts";
import { listProbes, probeApp, probes } from "../../start/probe.ts";
import { findAddressed, reachesRecord, recordKinds } from "../connection/addressed.ts";
import { is, oneOf, within } from "../list/condition.ts";
import { listPage } from "../list/list-page.ts";
import type { Tx } from "../tx.ts";
import { changeRecords } from "./change-records.ts";
import {
  asStored,
  changeRecord,
  findRecord,
  insertRecord,
  insertRecords,
  lockRecord,
  removeRecord,
  requireSeen,
} from "./record.ts";

const app = probeApp();
const [me, org] = [newId(), newId()];
const actor = (changes: Partial<Actor> = {}): Actor => ({
  ...systemActor,
  userId: me,
  organizationIds: [org],
  ...changes,
});
const as = <T>(by: Actor, act: (tx: Tx) => Promise<T>) =>
  app.arrange((tx) => act({ ...tx, actor: by, permission: "probe:probe:list" }));

const probe = (name: string, more: object = {}) => ({
  orgId: org,
  ownerId: me,
  name,
  phone: "13812345678",
  level: "A",
  tags: [],
  facts: [],
  ...more,
});
const given = (name: string, more: object = {}) => as(actor(), (tx) => insertRecord(tx, probes, probe(name, more)));

interface Stored {
  readonly name: string;
  readonly version: number;
  readonly updatedBy: string;
  readonly isDeleted: boolean;
}
const storedOf = (ids: readonly string[]) =>
  app.rows<Stored>(
    `select name, version, updated_by as "updatedBy", deleted_at is not null as "isDeleted"
      from probe where id = any($1) order by name`,
    [ids],
  );

test("PF-R90 a change and a removal meet the one record: version, who and when, and no neighbour", async () => {
  const [a, b, c] = [await given("甲"), await given("乙"), await given("丙")];
  const other = newId();
  app.passTime(60);
  const changed = await as(actor({ userId: other }), (tx) => changeRecord(tx, probes, a, { name: "甲二", facts: [1] }));
  assert.partialDeepStrictEqual(changed, { name: "甲二", facts: [1], version: 2, updatedBy: other, createdBy: me });
  assert.ok(changed.updatedAt.getTime() - a.updatedAt.getTime() >= 60_000);
  await as(actor({ userId: other }), (tx) => removeRecord(tx, probes, b));
  const by = { version: 1, updatedBy: me, isDeleted: false };
  assert.deepEqual(await storedOf([a.id, b.id, c.id]), [
    { ...by, name: "丙" },
    { name: "乙", version: 2, updatedBy: other, isDeleted: true },
    { name: "甲二", version: 2, updatedBy: other, isDeleted: false },
  ]);
  assert.equal(await as(actor(), (tx) => findRecord(tx, probes, b.id)), null);
  await assert.rejects(
    as(actor(), (tx) => changeRecord(tx, probes, a, { name: "晚" })),
    /^Error: no row: update probe name,version,updatedAt,updatedBy$/,
  );
});

test("PF-R90 a new record names what matters: the rest takes its defaults and is answered with it", async () => {
  const named = { orgId: org, ownerId: me, name: "少", phone: "13812345678", level: "A" };
  const made = await as(actor(), (tx) => insertRecord(tx, probes, named));
  assert.partialDeepStrictEqual(made, { ...named, tags: [], facts: [], deletedAt: null, version: 1, createdBy: me });
});

test("PF-R90 whoever locks without a version meets no conflict, with one meets it, in the words of the record", async () => {
  const { id, updatedAt } = await given("锁");
  const lock = (version: number | null) => as(actor(), (tx) => lockRecord(tx, probes, id, version, asStored));
  assert.deepEqual([(await lock(null)).id, (await lock(1)).version], [id, 1]);
  const time = new Date(updatedAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  await assert.rejects(lock(2), (error: Error & { data?: { name?: string } }) => {
    assert.equal(error.message, `数据已被张三于${time}修改，请刷新后重试`);
    return error.data?.name === "锁";
  });
});

test("PF-R106 of many records each is looked for before the first is touched: hidden is 越权, absent is not", async () => {
  const { id } = await given("多");
  const strangers = actor({ scopeOf: () => nothing });
  await as(actor(), (tx) => requireSeen(tx, probes, [id]));
  const missing = { msgCode: "COMMON_NOT_FOUND", message: "数据不存在或已被删除" };
  const reached = { ...missing, isOverstep: true, about: { bizType: "probe", bizId: id, bizNo: null } };
  await assert.rejects(
    as(actor(), (tx) => requireSeen(tx, probes, [id, newId()])),
    { ...missing, isOverstep: false },
  );
  await assert.rejects(
    as(strangers, (tx) => requireSeen(tx, probes, [id])),
    reached,
  );
});

test("PF-R97 many records come and change with one statement, each with its own version and lines in the log", async () => {
  const inserted = await as(actor(), (tx) =>
    insertRecords(tx, probes, [probe("一", { facts: [{ a: 1 }] }), probe("二")]),
  );
  const [one, two] = inserted;
  assert.ok(one && two);
  assert.partialDeepStrictEqual(one, { version: 1, createdBy: me, updatedBy: me, deletedAt: null, facts: [{ a: 1 }] });
  const other = newId();
  const trail = await as(actor({ userId: other }), async (tx) => {
    const changed = await changeRecords(tx, probes, [
      { before: one, steps: [{ name: "一二" }, { name: "一三", level: "B" }] },
      { before: two, steps: [] },
    ]);
    assert.deepEqual(
      changed.map(({ id, name, version, level }) => [id, name, version, level]),
      [[one.id, "一三", 3, "B"]],
    );
    return tx.trail.diffs.map(({ bizId, label, before, after }) => [bizId, label, before, after]);
  });
  assert.deepEqual(trail, [
    [one.id, "名称", "一", "一二"],
    [one.id, "名称", "一二", "一三"],
    [one.id, "等级", "A", "B"],
  ]);
  const kept = { isDeleted: false };
  assert.deepEqual(await storedOf([one.id, two.id]), [
    { ...kept, name: "一三", version: 3, updatedBy: other },
    { ...kept, name: "二", version: 1, updatedBy: me },
  ]);
  assert.deepEqual(await as(actor(), (tx) => changeRecords(tx, probes, [])), []);
  await assert.rejects(
    as(actor(), (tx) => changeRecords(tx, probes, [{ before: one, steps: [{ name: "晚" }] }])),
    /^Error: no row: update probe$/,
  );
});

test("PF-R105 a scope reaches its organisations, one's own and what one made; through somebody's eyes only what both reach", async () => {
  const [far, stranger] = [newId(), newId()];
  const level = "SCOPE";
  await given("组织", { level, ownerId: stranger, orgId: far });
  await as(actor({ userId: stranger }), (tx) => insertRecord(tx, probes, probe("负责", { level, orgId: newId() })));
  await as(actor({ userId: stranger }), (tx) =>
    insertRecord(tx, probes, probe("别人", { level, orgId: newId(), ownerId: stranger })),
  );
  const places: DataScope = { all: false, organizations: sql`select ${far}::uuid`, selfId: null };
  const own: DataScope = { all: false, organizations: null, selfId: me };
  const both: DataScope = { all: false, organizations: sql`select ${far}::uuid`, selfId: stranger };
  const namesOf = async (scope: DataScope, viewers?: DataScope) => {
    const seenBy = viewers && { seenBy: actor({ scopeOf: () => viewers }) };
    const token = app.admit("scoped", {
      userId: newId(),
      organizationId: org,
      permissions: ["probe:probe:list"],
      scope,
      actor: { ...seenBy },
    });
    const query = { level, sortBy: "name", sortOrder: "asc" } as const;
    return (await app.call(listProbes, { query }, { token })).data.list.map(({ name }) => name).join(" ");
  };
  assert.equal(await namesOf(everything), "别人 组织 负责");
  assert.equal(await namesOf(nothing), "");
  assert.equal(await namesOf(places), "组织");
  assert.equal(await namesOf(own), "组织 负责");
  assert.equal(await namesOf(both), "别人 组织 负责");
  assert.equal(await namesOf(both, own), "组织 负责");
  assert.equal(await namesOf(own, everything), "组织 负责");
  assert.equal(await namesOf(everything, places), "组织");
  assert.equal(await namesOf(own, nothing), "");
});

test("PF-R84 filters by a value, by some of them and by a time: from the first instant, until before the last", async () => {
  const { id, createdAt } = await given("时", { level: "TIME" });
  const later = (ms: number) => new Date(createdAt.getTime() + ms);
  const count = (range: InstantRange | undefined) =>
    as(actor(), async (tx) => {
      const where = [is("level", "TIME"), oneOf("id", [id]), within("createdAt", range)];
      return (await listPage(tx, probes, { pageNo: 1, pageSize: 10 }, { where, orderBy: ["id", "asc"] })).total;
    });
  assert.equal(await count(undefined), 1);
  assert.equal(await count({ from: createdAt, until: later(1) }), 1);
  assert.equal(await count({ from: later(1), until: later(2) }), 0);
  assert.equal(await count({ from: later(-1), until: createdAt }), 0);
});

test("AU-R20 an order tells as much as the values: what a role masks or hides sorts no list", async () => {
  const sorted = async (mode: "EDIT" | "READ" | "MASK" | "HIDE", sortBy: "name" | "createdAt") => {
    const permissions = ["probe:probe:list"];
    const token = app.admit("ruled", { userId: me, organizationId: org, permissions, fieldMode: () => mode });
    return (await app.call(listProbes, { query: { sortBy } }, { token })).msg;
  };
  const refused = "您没有查看「名称」的权限，不能按其筛选或排序";
  assert.deepEqual(
    [
      await sorted("EDIT", "name"),
      await sorted("READ", "name"),
      await sorted("MASK", "name"),
      await sorted("HIDE", "name"),
    ],
    ["", "", refused, refused],
  );
  assert.equal(await sorted("HIDE", "createdAt"), "");
});

test("PF-R99 a record is addressed by its id or its number, if it is not deleted and its table says who reads it", async () => {
  const [first, second] = [await given("号码"), await given("号码")];
  const find = (bizType: string, text: string) => as(actor(), (tx) => findAddressed(tx, bizType, text));
  assert.equal(await find("probe", second.id), second.id);
  assert.equal(await find("probe", second.id.toUpperCase()), second.id);
  assert.equal(await find("probe", "号码"), [first.id, second.id].sort()[0]);
  assert.equal(await find("probe", "没有"), null);
  await as(actor(), (tx) => removeRecord(tx, probes, first));
  assert.equal(await find("probe", first.id), null);
  await assert.rejects(find("param", first.id), { message: "数据不存在或已被删除" });
  await assert.rejects(find("nowhere", first.id), { message: "数据不存在或已被删除" });
  const kinds = recordKinds();
  assert.deepEqual(
    kinds.filter(({ bizType }) => ["probe", "param"].includes(bizType)),
    [{ bizType: "probe", entity: "样本", read: "probe:probe:list" }],
  );
  const reaches = (scope: DataScope, id: string) =>
    app.arrange((tx) =>
      reachesRecord(
        tx,
        { actor: actor({ scopeOf: () => scope }), permission: "probe:probe:list" },
        { bizType: "probe", id },
      ),
    );
  assert.deepEqual(
    [await reaches(everything, second.id), await reaches(nothing, second.id), await reaches(everything, first.id)],
    [true, false, false],
  );
});

test("PF-R105 people who take part in a record see it whatever their scope; a viewer sees it only as one of them", async () => {
  const [guest, stranger] = [newId(), newId()];
  const { id } = await given("参与", { orgId: newId(), ownerId: newId(), tags: [guest] });
  const shared = {
    ...probes,
    scope: { organization: "orgId", people: (userId: string) => sql<boolean>`probe.tags @> array[${userId}]::text[]` },
  } as const;
  const home: DataScope = { all: false, organizations: sql`select ${org}::uuid`, selfId: null };
  const person = (userId: string, scope: DataScope, more: Partial<Actor> = {}) =>
    actor({ userId, scopeOf: () => scope, ...more });
  const sees = async (by: Actor) => {
    const [one, page] = [
      await as(by, (tx) => findRecord(tx, shared, id)),
      await as(by, (tx) => listPage(tx, shared, { pageNo: 1, pageSize: 10 }, { where: [], orderBy: ["name", "asc"] })),
    ];
    assert.equal(
      page.list.some((row) => row.id === id),
      one !== null,
      "list and record agree",
    );
    return one !== null;
  };
  assert.equal(await sees(person(guest, home)), true);
  assert.equal(await sees(person(guest, nothing)), true);
  assert.equal(await sees(person(stranger, home)), false);
  assert.equal(await sees(person(stranger, nothing)), false, "the scope that two people share is no reason to see it");
  assert.equal(await sees(person(stranger, everything)), true);
  assert.equal(await sees(person(guest, home, { seenBy: person(stranger, home) })), false);
  assert.equal(await sees(person(guest, home, { seenBy: person(stranger, everything) })), true);
});
