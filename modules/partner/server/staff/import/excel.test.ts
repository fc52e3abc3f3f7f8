import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, finished, importing } from "@ops/authority/server/testing";
import { confirmImport } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../../contract/index.ts";
import type { PartnerRow } from "../../company/tables.ts";
import { partnerModule } from "../../index.ts";
import { givenPartner, givenStaff, givenStore, idNoOf } from "../../testing.ts";
import { freezeStaff } from "../account/freeze.ts";

const app = declareTestApp(new AuthorityTestApp([partnerModule], undefined, { background: true }));
const CODES = ["view", "edit", "import", "export"].map((act) => `partner:staff:${act}`);
const adminOf = ({ orgId }: PartnerRow) =>
  app.signIn({ permissions: CODES, scope: "ORG_TREE", organization: { id: orgId ?? "" } });
const excel = importing(app, contract.staffImport);
let n = 0;

async function codeOf({ id }: { id: string }): Promise<string> {
  const [row] = await app.rows<{ code: string }>("select code from organization where id = $1", [id]);
  return row?.code ?? "";
}

interface Typed {
  readonly name?: string;
  readonly phone?: string;
  readonly idNo?: string;
  readonly partnerNo?: string;
  readonly storeCode?: string | null;
  readonly contractType?: string | null;
}

const rowOf = ({ partnerNo }: PartnerRow, typed: Typed = {}) => {
  const no = ++n;
  const phone = typed.phone ?? `1340000${String(no).padStart(4, "0")}`;
  return [
    typed.name ?? `导入${no}`,
    phone,
    typed.idNo ?? idNoOf(20_000 + no),
    typed.partnerNo ?? partnerNo,
    typed.storeCode ?? null,
    "销售顾问",
    "2026-05-06",
    typed.contractType ?? null,
  ];
};

test("PT-R9, PF-R104 a file that tries out what lies under a mask is not answered, whatever it would be told", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const mine = await givenStaff(app, { partner, phone: "13812345678", idNo: idNoOf(30_900), name: "在职" });
  const guess = (k: number) => `138${String(k).padStart(4, "0")}5678`;
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, k) => rowOf(partner, { phone: guess(from + k) }));
  assert.equal((await excel.check(admin, rows(0, 5))).data.valid, 5);
  const one = rowOf(partner, { idNo: idNoOf(30_900), name: mine.name, phone: guess(5) });
  assert.equal((await excel.check(admin, [one], ["overwrite"])).data.valid, 1);
  const limit = "今日按完整号码查询的次数已达上限，请明天再试或联系管理员";
  assert.equal((await excel.check(admin, rows(6, 40))).msg, limit);
  const same = rowOf(partner, { idNo: idNoOf(30_900), name: mine.name, phone: "13812345678" });
  assert.equal((await excel.check(admin, [same], ["overwrite"])).msg, limit);
});

test("section 8: people of a file wait for review, and a second run changes contact data only where 覆盖 is ticked", async () => {
  const partner = await givenPartner(app);
  const store = await givenStore(app, partner);
  const admin = await adminOf(partner);
  const storeCode = await codeOf(store);
  const idNo = idNoOf(30_001);
  const { task } = await excel.run(admin, [
    rowOf(partner, { storeCode, idNo, name: "原名" }),
    rowOf(partner, { storeCode, contractType: contract.staffContractTypes.PART }),
  ]);
  assert.equal(task.failCount, 0);
  const { data } = await admin.call(contract.listStaffs, {});
  assert.deepEqual(
    data.list.map(({ state, storeName, joinOn }) => [state, storeName, joinOn]),
    [1, 2].map(() => ["REVIEW", store.name, "2026-05-06"]),
  );
  assert.deepEqual(data.list.map(({ contractType }) => contractType).sort(), ["FULL", "PART"]);
  const again = rowOf(partner, { storeCode, idNo, name: "新名", phone: "13499990001" });
  const plain = await excel.check(admin, [again]);
  assert.deepEqual([plain.data.skipped, plain.data.valid], [1, 0]);
  await excel.run(admin, [again], ["overwrite"]);
  const changed = await admin.call(contract.listStaffs, { query: { phone: "13499990001" } });
  assert.deepEqual(
    changed.data.list.map(({ name }) => name),
    ["新名"],
  );
  const same = await excel.check(admin, [again], ["overwrite"]);
  assert.deepEqual([same.data.skipped, same.data.valid], [1, 0], "nothing about it is new");
});

test("section 8: the account follows what a file changes, be it the name or the phone alone", async () => {
  const partner = await givenPartner(app);
  const idNo = idNoOf(30_021);
  const staff = await givenStaff(app, { partner, idNo, name: "甲", phone: "13455551001" });
  const admin = await adminOf(partner);
  const account = async () => {
    const [row] = await app.rows("select user_name, mobile_phone from app_user where id = $1", [staff.userId]);
    return row;
  };
  await excel.run(admin, [rowOf(partner, { idNo, name: "乙", phone: "13455551001" })], ["overwrite"]);
  assert.deepEqual(await account(), { userName: "乙", mobilePhone: "13455551001" });
  await excel.run(admin, [rowOf(partner, { idNo, name: "乙", phone: "13455551002" })], ["overwrite"]);
  assert.deepEqual(await account(), { userName: "乙", mobilePhone: "13455551002" });
});

test("PF-R95 a large file is checked bit by bit, and its seats are counted over all of it", async () => {
  const partner = await givenPartner(app, { accountLimit: 502 });
  const rows = Array.from({ length: 503 }, () => rowOf(partner));
  assert.deepEqual(await excel.problems(await adminOf(partner), rows), ["504 账号数将超过合同上限"]);
  const told = await app.rows<{ done: number }>(
    'select (payload ->> \'done\')::int as done from live_event where payload @> \'{"type":"job.progress","total":503}\'',
  );
  assert.deepEqual(told, [{ done: 500 }, { done: 503 }]);
});

test("section 8: each row says what is wrong with it", async () => {
  const [partner, other] = [await givenPartner(app, { accountLimit: 4 }), await givenPartner(app)];
  const foreign = await codeOf(await givenStore(app, other));
  const storeCode = await codeOf(await givenStore(app, partner));
  const admin = await adminOf(partner);
  const here = await givenStaff(app, { partner, name: "在册", phone: "13400009998" });
  const [leftId, theirId] = [idNoOf(30_031), idNoOf(30_032)];
  await givenStaff(app, { partner, state: "LEFT", idNo: leftId });
  await givenStaff(app, { partner, state: "REJECTED" });
  for (const idNo of [theirId, idNoOf(30_033)]) await givenStaff(app, { partner: other, idNo });
  const told = await excel.problems(admin, [
    rowOf(partner, { storeCode, idNo: "110105194912310021" }),
    rowOf(partner, { storeCode, partnerNo: other.partnerNo }),
    rowOf(partner, { storeCode: foreign }),
    rowOf(partner, { storeCode, phone: "13400009999" }),
    rowOf(partner, { storeCode, phone: "13400009999" }),
    rowOf(partner, { storeCode, partnerNo: "HB000000" }),
    rowOf(partner),
    rowOf(partner, { storeCode, phone: "13400009998" }),
    rowOf(partner, { storeCode, idNo: theirId }),
    rowOf(partner, { storeCode, idNo: leftId }),
    rowOf(partner, { storeCode }),
    rowOf(partner, { storeCode }),
  ]);
  assert.deepEqual(told, [
    "2 身份证号校验失败",
    "3 伙伴编号不存在或非合作状态",
    "4 门店不属于该伙伴",
    "6 手机号重复（第5行）",
    "7 伙伴编号不存在或非合作状态",
    "8 请选择门店！",
    `9 该手机号已被${here.name}使用`,
    "10 该身份证号已被他人使用",
    "13 账号数将超过合同上限",
  ]);
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [partner.id]);
  const stopped = await excel.problems(admin, [rowOf(partner, { storeCode })]);
  assert.deepEqual(stopped, ["2 伙伴编号不存在或非合作状态"]);
});

test("section 8: the export holds the people of the list, masked", async () => {
  const partner = await givenPartner(app);
  const staff = await givenStaff(app, { partner, phone: "13455556666" });
  const admin = await adminOf(partner);
  const { titles, rows } = await exported(app, admin, contract.staffSheet);
  assert.equal(rows.length, 1);
  assert.ok(rows[0]?.includes(staff.staffNo) && rows[0]?.includes("134****6666"));
  assert.ok(titles.includes("伙伴编号") && rows[0]?.includes("可用"));
});

test("PT-R13 a file changes no phone while the code that unfreezes is due", async () => {
  const partner = await givenPartner(app);
  const idNo = idNoOf(30_002);
  const staff = await givenStaff(app, { partner, idNo, phone: "13455557777" });
  await app.arrange((tx) => freezeStaff(tx, staff, "INACTIVE"));
  const admin = await adminOf(partner);
  const told = await excel.problems(admin, [rowOf(partner, { idNo, phone: "13455558888" })], ["overwrite"]);
  assert.deepEqual(told, ["2 账号因长期未登录冻结，请先解冻再修改手机号"]);
  const renamed = await excel.check(
    admin,
    [rowOf(partner, { idNo, phone: "13455557777", name: "改名" })],
    ["overwrite"],
  );
  assert.deepEqual([renamed.data.valid, renamed.data.skipped], [1, 0], "the name may change");
});

test("PT-R14 a file changes nobody who is leaving, as the form does not; somebody who leaves after the check stays as well", async () => {
  const partner = await givenPartner(app);
  const idNo = idNoOf(30_041);
  const staff = await givenStaff(app, { partner, idNo, name: "甲", phone: "13455552001" });
  const admin = await adminOf(partner);
  const row = rowOf(partner, { idNo, name: "乙", phone: "13455552002" });
  const setState = (state: string) => app.rows("update partner_staff set state = $2 where id = $1", [staff.id, state]);
  const illegal = "伙伴员工当前状态为【离职交接】，不能执行【重新提交】";
  const { data: draft } = await excel.check(admin, [row], ["overwrite"]);
  assert.equal(draft.valid, 1);
  await setState("LEAVING");
  assert.deepEqual(await excel.problems(admin, [row], ["overwrite"]), [`2 ${illegal}`]);
  const { data: confirmed } = await admin.call(confirmImport, { params: { id: draft.id } });
  assert.partialDeepStrictEqual(await finished(admin, confirmed.id), { successCount: 0, failCount: 1 });
  const { data } = await admin.call(contract.getStaff, { params: { id: staff.id } });
  assert.deepEqual([data.name, data.phone], ["甲", "134****2001"]);
});

test("PT-R9 a file that would give somebody the phone of another is told so at the check", async () => {
  const partner = await givenPartner(app);
  const idNo = idNoOf(30_011);
  await givenStaff(app, { partner, idNo, phone: "13455550001" });
  const other = await givenStaff(app, { partner, phone: "13455550002" });
  const admin = await adminOf(partner);
  const told = await excel.problems(admin, [rowOf(partner, { idNo, phone: "13455550002" })], ["overwrite"]);
  assert.deepEqual(told, [`2 该手机号已被${other.name}使用`]);
});

test("section 8: a character that the database cannot store is told of its cell, however the file writes it", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const odd = ["HB_x0000_1", "HB_xD800_1"].map((partnerNo) => rowOf(partner, { partnerNo }));
  const { data, msg } = await excel.check(admin, [...odd, rowOf(partner, { name: "姓_xDC00_名" })]);
  assert.equal(msg, "");
  assert.deepEqual(
    data.problems.map(({ line, problem }) => [line, problem]),
    [
      [2, "伙伴编号格式不正确"],
      [3, "伙伴编号格式不正确"],
      [4, "姓名格式不正确"],
    ],
  );
});
