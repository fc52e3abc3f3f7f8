import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { dayOf, editNumberRule, listNumberRules } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp } from "../start/probe.ts";
import { Numbering } from "./numbering.ts";

const app = probeApp();
/** Another node on the same database. */
const second = new ProbeApp();
before(() => second.start(app));
after(() => second.stop());

test("PF-R89 the rules of all modules are listed with how far they are reserved today, which is not what was used", async () => {
  const person = { userId: newId(), organizationId: newId(), permissions: ["platform:param:edit"] };
  const token = app.admit("operator", person);
  const today = dayOf(app.now()).replaceAll("-", "");
  assert.equal(await app.arrange((tx) => tx.nextNumber("probe")), `TP${today}000001`);
  const { data } = await app.call(listNumberRules, {}, { token });
  const asDeclared = { seqLength: 6, version: 0 };
  const own = { announcement: "公告", probe: "probe" };
  assert.deepEqual(
    data.filter(({ kind }) => kind in own),
    [
      {
        kind: "announcement",
        name: own.announcement,
        prefix: "GG",
        sample: `GG${today}000001`,
        reservedTo: null,
        ...asDeclared,
      },
      {
        kind: "probe",
        name: own.probe,
        prefix: "TP",
        ...asDeclared,
        sample: `TP${today}000001`,
        reservedTo: `TP${today}000020`,
      },
    ],
  );
});

test("PF-R89 the looks of later numbers can be changed, on every node; a prefix never means two things", async () => {
  const person = { userId: newId(), organizationId: newId(), permissions: ["platform:param:edit"] };
  const token = app.admit("operator", person);
  const edit = (kind: string, prefix: string, version: number, seqLength = 6) =>
    app.call(editNumberRule, { params: { kind }, body: { prefix, seqLength, version } }, { token });
  const today = dayOf(app.now()).replaceAll("-", "");

  const { data } = await edit("probe", "YB", 0, 4);
  assert.partialDeepStrictEqual(data, { prefix: "YB", seqLength: 4, version: 1 });
  for (const node of [app, second]) {
    let number = "";
    for (let n = 0; n < 40 && !number.startsWith("YB"); n++) {
      await sleep(50);
      number = await node.arrange((tx) => tx.nextNumber("probe"));
    }
    assert.match(number, new RegExp(`^YB${today}\\d{4}$`));
  }
  assert.equal((await edit("probe", "YC", 0)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await edit("probe", "YC", 1)).success, true);
  for (const prefix of ["YC", "YB", "TP"]) {
    assert.partialDeepStrictEqual(await edit("announcement", prefix, 0), {
      msgCode: "NUMBER_RULE_PREFIX_TAKEN",
      msg: `前缀${prefix}已由「probe」使用，请换一个`,
    });
  }
  assert.equal((await edit("probe", "TP", 2)).success, true, "its own may come back");
  assert.partialDeepStrictEqual(await edit("probe", "t1", 3), { msgCode: "COMMON_PARAM", msg: "前缀为2–4位大写字母" });
  assert.equal((await edit("nothing", "ZZ", 0)).msgCode, "COMMON_NOT_FOUND");
});

test("PF-R89 of two who give the same prefix to two kinds at once, one is told that it is taken", async () => {
  const person = { userId: newId(), organizationId: newId(), permissions: ["platform:param:edit"] };
  const token = app.admit("operator", person);
  const [line] = (await app.call(listNumberRules, {}, { token })).data.filter(({ kind }) => kind === "probe");
  const edit = (kind: string, version: number) =>
    app.call(editNumberRule, { params: { kind }, body: { prefix: "ZW", seqLength: 6, version } }, { token });
  const both = await Promise.all([edit("probe", line?.version ?? 0), edit("announcement", 0)]);
  assert.deepEqual(both.map(({ msgCode }) => msgCode).toSorted(), ["", "NUMBER_RULE_PREFIX_TAKEN"]);
});

test("PF-R89 a new declaration that clashes with a changed prefix stops the start", async () => {
  await app.rows("update number_rule set prefix = 'QQ' where kind = 'probe'");
  const declared = [
    { kind: "probe", prefix: "TP" },
    { kind: "other", prefix: "QQ" },
  ];
  const numbering = new Numbering(app.node.database.aside, declared);
  await assert.rejects(numbering.load(), /the prefix QQ of other is given to probe by an administrator/);
});

test("PF-R89 a kind has one rule and a prefix one kind, or the product does not start; its own prefix may be given back", async () => {
  const of = (...rules: readonly (readonly [kind: string, prefix: string])[]) =>
    new Numbering(
      app.node.database.aside,
      rules.map(([kind, prefix]) => ({ kind, prefix })),
    );
  assert.throws(() => of(["one", "AA"], ["two", "AA"]), /the number kind two or its prefix AA is declared twice/);
  assert.throws(() => of(["one", "AA"], ["one", "BB"]), /the number kind one or its prefix BB is declared twice/);
  await app.rows("update number_rule set prefix = 'TP' where kind = 'probe'");
  await of(["probe", "TP"], ["other", "QQ"]).load();
});

test("PF-R89 several who ask at once share one draw: their numbers follow each other", async () => {
  const numbering = new Numbering(app.node.database.writer, [{ kind: "shared", prefix: "SH", runsOn: true }]);
  const drawn = await Promise.all(Array.from({ length: 21 }, () => numbering.next("shared", app.now())));
  assert.deepEqual(
    drawn.toSorted(),
    Array.from({ length: 21 }, (_, at) => `SH${String(at + 1).padStart(6, "0")}`),
  );
  const [kept] = await app.rows("select next_value from number_sequence where kind = 'shared'");
  assert.deepEqual(kept, { nextValue: 41 }, "blocks of 20");
});

test("PF-R89 numbers that run on carry no day and do not begin anew", async () => {
  const rule = { kind: "company", prefix: "CO", runsOn: true, digits: 7 } as const;
  const numbering = new Numbering(app.node.database.writer, [rule]);
  const tomorrow = new Date(app.now().getTime() + 86_400_000);
  assert.deepEqual(
    [await numbering.next("company", app.now()), await numbering.next("company", tomorrow)],
    ["CO0000001", "CO0000002"],
  );
});

test("PF-R133 many numbers at once follow each other without a gap, on two nodes and beside single ones none comes twice", async () => {
  const [some, single, more] = await Promise.all([
    app.arrange((tx) => tx.nextNumbers("probe", 45)),
    app.arrange((tx) => tx.nextNumber("probe")),
    second.arrange((tx) => tx.nextNumbers("probe", 45)),
  ]);
  for (const drawn of [some, more]) {
    const counts = drawn.map((number) => Number(number.slice(-6)));
    assert.deepEqual(
      counts,
      counts.map((_, at) => (counts[0] ?? 0) + at),
    );
  }
  assert.equal(new Set([...some, single, ...more]).size, 91);
  assert.deepEqual(await app.arrange((tx) => tx.nextNumbers("probe", 0)), []);
  await assert.rejects(
    app.arrange((tx) => tx.nextNumbers("nothing", 2)),
    /no number rule for nothing/,
  );
});
