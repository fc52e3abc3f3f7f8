import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenPapers, givenPartner, givenUpload, testApp, usccOf } from "../testing.ts";

const app = testApp();
const codes = ["partner:partner:view", "partner:partner:edit", "partner:qualification:edit", "partner:onboard:handle"];
const clerk = () => app.signIn({ permissions: codes });

const all = "统一社会信用代码、简称、合作类型、所属区域、合作城市、联系人、联系电话、法定代表人、法定代表人证件";

test("PT-R3 a draft is saved with its name alone; what is missing is asked for when it is submitted", async () => {
  const client = await clerk();
  const { data, msg } = await client.call(contract.createPartner, { body: { fullName: "半份草稿有限公司" } });
  assert.equal(msg, "");
  assert.partialDeepStrictEqual(data, {
    state: "DRAFT",
    shortName: "",
    uscc: "",
    kinds: [],
    regionId: null,
    regionName: "",
    cities: [],
    contactName: "",
    contactPhone: null,
    managerId: client.user.id,
    accountLimit: 20,
    level: "B",
    flags: [],
    submittedByName: null,
    legalPerson: null,
    legalIdNo: null,
    orgName: null,
    parent: null,
    prior: null,
  });
  assert.deepEqual(
    data.missing.filter(({ tab }) => tab === "basic").map(({ text }) => text),
    all.split("、"),
  );
  const submit = (version: number) =>
    client.call(contract.submitPartner, { params: { id: data.id }, body: { version } });
  const refused = await submit(data.version);
  assert.deepEqual([refused.msgCode, refused.msg], ["PARTNER_NOT_READY", `尚未完成：${all}`]);

  const region = await givenOrganization(app, { type: "REGION" });
  const half = { fullName: data.fullName, shortName: "半份", uscc: usccOf(7101), kinds: ["OTHER" as const] };
  const edit = (body: object, version: number) =>
    client.call(contract.editPartner, {
      params: { id: data.id },
      body: { ...half, ...body, version },
    });
  const second = await edit({}, data.version);
  assert.equal(second.msg, "");
  assert.match((await submit(second.data.version)).msg, /^尚未完成：所属区域、合作城市、/);
  const whole = {
    regionId: region.id,
    cityCodes: ["330100"],
    managerId: client.user.id,
    contactName: "李联系",
    contactPhone: "13911112222",
    legalPerson: "张法人",
    legalIdNo: "11010519491231002X",
  };
  const third = await edit(whole, second.data.version);
  assert.equal(third.msg, "");
  assert.match((await submit(third.data.version)).msg, /^缺少资质：/);
  await givenPapers(app, { id: data.id, kinds: ["OTHER"] }, { state: "WAITING" });
  assert.equal((await submit(third.data.version)).data.state, "REVIEW");
});

test("PT-R2 drafts without a code do not stand in each other's way; their names do", async () => {
  const client = await clerk();
  const make = (fullName: string) => client.call(contract.createPartner, { body: { fullName } });
  const first = await make("无代码甲有限公司");
  assert.equal(first.msg, "");
  assert.equal((await make("无代码乙有限公司")).msg, "");
  assert.equal((await make("无代码甲有限公司")).msg, `公司全称已存在（${first.data.partnerNo}）`);
  const nameless = contract.createPartner.body.safeParse({}).error?.issues.map(({ message }) => message);
  assert.deepEqual(nameless, ["请输入公司全称！"]);
});

test("PT-R19 what an application had to name is never emptied again", async () => {
  const client = await clerk();
  const active = await givenPartner(app, { managerId: client.user.id });
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, version } = active;
  const form = { fullName, shortName, uscc, kinds: ["AGENT" as const], regionId, cityCodes, managerId, version };
  const refused = await client.call(contract.editPartner, {
    params: { id: active.id },
    body: { ...form, contactName: "" },
  });
  assert.deepEqual([refused.msgCode, refused.msg], ["PARTNER_NOT_READY", "尚未完成：联系人"]);
  const kept = await client.call(contract.editPartner, {
    params: { id: active.id },
    body: { ...form, contactName: "王联系" },
  });
  assert.partialDeepStrictEqual(kept.data, { contactName: "王联系", contactPhone: "139****2222" });
});

test("PT-R1 a draft with its licence keeps it, with the code it has by then", async () => {
  const client = await clerk();
  const licenseFileIds = [await givenUpload(app, client, "partnerQualification")];
  const { data } = await client.call(contract.createPartner, {
    body: { fullName: "只有执照有限公司", licenseFileIds },
  });
  const { data: papers } = await client.call(contract.listQualifications, { params: { id: data.id } });
  assert.partialDeepStrictEqual(papers.papers, [{ kind: "LICENSE", state: "WAITING", number: null }]);
});

test("PT-R1 who sees regions alone names one already in the draft, or could never open it again", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const regional = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization: region });
  const lost = await regional.call(contract.createPartner, { body: { fullName: "无区域草稿有限公司" } });
  assert.deepEqual([lost.msgCode, lost.msg], ["PARTNER_REGION", "请选择您负责范围内的区域"]);
  const made = await regional.call(contract.createPartner, {
    body: { fullName: "有区域草稿有限公司", regionId: region.id },
  });
  assert.equal(made.data.regionName, region.name);
});

test("PT-R19 a draft and a rejected application may be emptied again, and their kinds bring no tasks", async () => {
  const client = await clerk();
  for (const state of ["DRAFT", "REJECTED"] as const) {
    const { id, fullName, uscc, version } = await givenPartner(app, { state, managerId: client.user.id });
    const body = { fullName, uscc, kinds: ["EVENT" as const], version };
    const { data, msg } = await client.call(contract.editPartner, { params: { id }, body });
    assert.deepEqual([msg, data.contactName, data.shortName, data.kinds], ["", "", "", ["EVENT"]], state);
    assert.deepEqual(await app.rows("select 1 from partner_onboard_task where partner_id = $1", [id]), []);
  }
});

test("PT-R19 while an application is in review nothing of it changes; what comes back as it was is no change", async () => {
  const client = await clerk();
  const cityCodes = ["330100", "330200"];
  const { id, ...partner } = await givenPartner(app, { state: "REVIEW", managerId: client.user.id, cityCodes });
  const { fullName, shortName, uscc, regionId, managerId, contactName, version } = partner;
  const form = { fullName, shortName, uscc, kinds: ["AGENT" as const], regionId, managerId, contactName, version };
  const edit = async (changes: object) =>
    (await client.call(contract.editPartner, { params: { id }, body: { ...form, cityCodes, ...changes } })).msg;
  const locked = (fields: string) => `当前为【待审核】，不能修改${fields}`;
  assert.equal(await edit({ contactPhone: "13800001111" }), locked("联系电话"));
  assert.equal(await edit({ legalPerson: "王法人", legalIdNo: "E12345678" }), locked("法定代表人、法定代表人证件"));
  assert.equal(await edit({ cityCodes: ["330100"] }), locked("合作城市"));
  assert.equal(await edit({ cityCodes: cityCodes.toReversed() }), "", "the order of cities says nothing");
});

test("PT-R3 whoever makes a partner reaches it afterwards: by its region, or as its manager", async () => {
  const [region, other] = [
    await givenOrganization(app, { type: "REGION" }),
    await givenOrganization(app, { type: "REGION" }),
  ];
  const department = await givenOrganization(app, { type: "DEPT" });
  const office = await app.signIn({ permissions: codes });
  const regional = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization: region });
  const self = await app.signIn({ permissions: codes, scope: "SELF" });
  const stranger = await app.signIn();
  let made = 0;
  const create = async (who: typeof office, wishes: object) =>
    (await who.call(contract.createPartner, { body: { fullName: `归属${++made}有限公司`, ...wishes } })).msgCode;
  const managerId = office.user.id;
  for (const [who, wishes, expected] of [
    [office, { regionId: other.id }, ""],
    [office, { regionId: department.id }, "PARTNER_REGION"],
    [office, { managerId: stranger.user.id }, "PARTNER_MANAGER"],
    [office, { cityCodes: ["330106"] }, "PARTNER_CITY"],
    [office, { cityCodes: ["330100"] }, ""],
    [office, { parentPartnerId: newId() }, "COMMON_NOT_FOUND"],
    [regional, { regionId: region.id, managerId }, ""],
    [regional, { regionId: other.id }, "PARTNER_REGION"],
    [self, {}, ""],
    [self, { regionId: other.id }, ""],
    [self, { regionId: department.id }, "PARTNER_REGION"],
    [self, { regionId: other.id, managerId }, "PARTNER_REGION"],
    [self, { managerId }, "PARTNER_REGION"],
  ] as const) {
    assert.equal(await create(who, wishes), expected, JSON.stringify(wishes));
  }
});

test("PT-R2 PT-R19 an edit is checked as a new record is: names, manager, region, cities and group", async () => {
  const office = await app.signIn({ permissions: codes });
  const [draft, other] = [
    await givenPartner(app, { state: "DRAFT", orgId: null, managerId: office.user.id }),
    await givenPartner(app),
  ];
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, contactName, version } = draft;
  const form = {
    fullName,
    shortName,
    uscc,
    kinds: ["AGENT" as const],
    regionId,
    cityCodes,
    managerId,
    parentPartnerId: null,
    registeredCapitalFen: null,
    foundedOn: null,
    regAddress: null,
    contactName,
    contactEmail: null,
    version,
  };
  const edit = (changes: object) =>
    office.call(contract.editPartner, { params: { id: draft.id }, body: { ...form, ...changes } });
  const stranger = await app.signIn();
  assert.equal((await edit({ fullName: other.fullName })).msgCode, "PARTNER_NAME_DUP");
  assert.equal((await edit({ uscc: other.uscc })).msgCode, "PARTNER_USCC_DUP");
  assert.equal((await edit({ managerId: stranger.user.id })).msgCode, "PARTNER_MANAGER");
  assert.equal((await edit({ regionId: other.orgId })).msgCode, "PARTNER_REGION");
  assert.equal((await edit({ cityCodes: ["330106"] })).msgCode, "PARTNER_CITY");
  assert.equal((await edit({ parentPartnerId: newId() })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await edit({ parentPartnerId: draft.id })).msgCode, "PARTNER_CYCLE");
  const renamed = await edit({ fullName: `${fullName}（新）` });
  assert.equal(renamed.msg, "", "its own code stands in nobody's way");
  const recoded = await edit({ uscc: usccOf(82_001), fullName: `${fullName}（新）`, version: renamed.data.version });
  assert.equal(recoded.msg, "", "nor does its own name");
  const group = { parentPartnerId: other.id, version: recoded.data.version };
  const saved = await edit({ ...group, cityCodes: ["330200", "330100"], legalPerson: "王法人" });
  assert.partialDeepStrictEqual(saved.data, { parent: { id: other.id }, legalPerson: "王**" });
  assert.equal((await office.call(contract.getPartner, { params: { id: draft.id } })).data.version, version + 3);
});
