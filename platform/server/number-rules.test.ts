import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { dayOf, editNumberRule, listNumberRules } from "@ops/platform/contract";
import { newId } from "./crypto.ts";
import { Numbering } from "./numbering.ts";
import { ProbeApp, probeApp } from "./probe.ts";

const app = probeApp();
/** Another node over the same database. */
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

test("PF-R89 a new declaration that clashes with a changed prefix stops the start", async () => {
  await app.rows("update number_rule set prefix = 'QQ' where kind = 'probe'");
  const declared = [
    { kind: "probe", prefix: "TP" },
    { kind: "other", prefix: "QQ" },
  ];
  const numbering = new Numbering(app.node.database.aside, declared);
  await assert.rejects(numbering.load(), /the prefix QQ of other is given to probe by an administrator/);
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
