import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { isUscc, unmask } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { switchFlagsOff } from "../contract/apply-terms.ts";
import { givenContract, givenPartner, givenUpload, testApp, usccOf } from "../testing.ts";

const app = testApp();
const codes = ["partner:partner:view", "partner:partner:edit", "partner:qualification:edit", "partner:onboard:handle"];

const clerk = () => app.signIn({ permissions: codes });
let used = 500;
const freshUscc = () => usccOf(++used);

async function typed(client: Awaited<ReturnType<typeof clerk>>, wishes: Record<string, unknown> = {}) {
  const region = await givenOrganization(app, { type: "REGION" });
  const uscc = freshUscc();
  return {
    fullName: `新伙伴${used}有限公司`,
    shortName: `新${used}`,
    uscc,
    kinds: ["AGENT" as const],
    regionId: region.id,
    cityCodes: ["330100"],
    managerId: client.user.id,
    contactName: "李联系",
    contactPhone: "13911112222",
    legalPerson: "张法人",
    legalIdNo: "11010519491231002X",
    licenseFileIds: [await givenUpload(app, client, "partnerQualification")],
    ...wishes,
  };
}

/** Makes the body that the form sends without changes. */
function formOf(partner: PartnerRow) {
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, parentPartnerId, version } = partner;
  const { registeredCapitalFen, foundedOn, regAddress, contactName, contactEmail } = partner;
  return {
    fullName,
    shortName,
    uscc,
    kinds: ["AGENT" as const],
    regionId,
    cityCodes,
    managerId,
    parentPartnerId,
    registeredCapitalFen,
    foundedOn,
    regAddress,
    contactName,
    contactEmail,
    version,
  };
}

test("PT-R1 the code of a company is normalised, then checked", async () => {
  assert.ok(isUscc("91350100M000100Y43"));
  const client = await clerk();
  const good = await typed(client);
  const wrong = await client.call(contract.createPartner, { body: { ...good, uscc: `${good.uscc.slice(0, 17)}O` } });
  assert.deepEqual([wrong.msgCode, wrong.msg], ["PARTNER_USCC", "统一社会信用代码校验失败"]);
  const last = good.uscc.endsWith("0") ? "1" : "0";
  const flipped = await client.call(contract.createPartner, { body: { ...good, uscc: good.uscc.slice(0, 17) + last } });
  assert.equal(flipped.msgCode, "PARTNER_USCC");
  const loose = ` ${good.uscc.slice(0, 6)} ${good.uscc.slice(6).toLowerCase()} `;
  const { data, msg } = await client.call(contract.createPartner, { body: { ...good, uscc: loose } });
  assert.equal(msg, "");
  assert.partialDeepStrictEqual(data, {
    uscc: good.uscc,
    state: "DRAFT",
    legalPerson: "张**",
    legalIdNo: "1101**********002X",
    contactPhone: "139****2222",
  });
  assert.match(data.partnerNo, /^HB\d{6}$/);
  const papers = await client.call(contract.listQualifications, { params: { id: data.id } });
  assert.partialDeepStrictEqual(papers.data.papers, [{ kind: "LICENSE", state: "WAITING", number: good.uscc }]);
});

test("PT-R2 a live company is entered once; one that ended returns as a new record with its end", async () => {
  const client = await clerk();
  const live = await givenPartner(app, { state: "ACTIVE" });
  const again = await client.call(contract.createPartner, { body: await typed(client, { uscc: live.uscc }) });
  assert.deepEqual([again.msgCode, again.msg], ["PARTNER_USCC_DUP", `该公司已存在（${live.partnerNo} 合作中）`]);
  const named = await client.call(contract.createPartner, { body: await typed(client, { fullName: live.fullName }) });
  assert.equal(named.msg, `公司全称已存在（${live.partnerNo}）`);
  const ended = await givenPartner(app, { state: "TERMINATED", stateReason: "合同未续签" });
  const checked = await client.call(contract.checkUscc, { query: { uscc: ended.uscc.toLowerCase() } });
  assert.deepEqual(checked.data, {
    uscc: ended.uscc,
    isValid: true,
    taken: null,
    prior: { partnerNo: ended.partnerNo, reason: "合同未续签" },
  });
  const back = await client.call(contract.createPartner, { body: await typed(client, { uscc: ended.uscc }) });
  const over = await givenPartner(app, { state: "TERMINATED" });
  const alike = await typed(client, { fullName: over.fullName });
  assert.equal((await client.call(contract.createPartner, { body: alike })).msg, "", "its name is free again");
  assert.partialDeepStrictEqual(back.data.prior, { id: ended.id, partnerNo: ended.partnerNo, reason: "合同未续签" });
});

test("PT-R2 two who enter the same company at once: one gets in", async () => {
  const client = await clerk();
  const body = await typed(client);
  const other = { ...(await typed(client)), uscc: body.uscc };
  const answers = await Promise.all([body, other].map((one) => client.call(contract.createPartner, { body: one })));
  assert.deepEqual(answers.map(({ msgCode }) => msgCode).toSorted(), ["", "PARTNER_USCC_DUP"]);
});

test("PT-R19 what each group of fields takes follows the state", async () => {
  const client = await clerk();
  const expected: readonly (readonly [PartnerRow["state"], readonly string[], boolean])[] = [
    ["DRAFT", ["NAME", "CONTACT", "KINDS", "MANAGER"], false],
    ["REVIEW", [], false],
    ["REJECTED", ["NAME", "CONTACT", "KINDS", "MANAGER"], false],
    ["ONBOARDING", ["CONTACT", "KINDS", "MANAGER"], true],
    ["ACTIVE", ["CONTACT", "MANAGER", "LIMITS"], true],
    ["SUSPENDED", ["CONTACT", "MANAGER"], false],
    ["EXITING", ["CONTACT", "MANAGER"], false],
    ["TERMINATED", ["CONTACT"], false],
  ];
  for (const [state, editable, canRequestName] of expected) {
    const partner = await givenPartner(app, { state });
    const { data } = await client.call(contract.getPartner, { params: { id: partner.id } });
    assert.deepEqual([data.editable, data.canRequestName], [editable, canRequestName], state);
  }
  const active = await givenPartner(app, { managerId: client.user.id });
  const edit = (changes: object) =>
    client.call(contract.editPartner, { params: { id: active.id }, body: { ...formOf(active), ...changes } });
  const locked = await edit({ fullName: "改名有限公司", cityCodes: ["310100"] });
  assert.deepEqual(
    [locked.msgCode, locked.msg],
    ["PARTNER_FIELD_LOCKED", "当前为【合作中】，不能修改公司全称、合作城市"],
  );
  const { data } = await edit({ contactName: "王联系", contactPhone: "13800001111", regAddress: "文二路1号" });
  assert.partialDeepStrictEqual(data, { contactName: "王联系", contactPhone: "138****1111", regAddress: "文二路1号" });
  const stale = await edit({ contactName: "赵联系" });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
});

test("PT-R19 people of the partner change its contact while it works, and nothing else", async () => {
  const partner = await givenPartner(app, { riskTags: ["PAPER"] });
  assert.ok(partner.orgId);
  const own = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization: { id: partner.orgId } });
  const { data } = await own.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual([data.editable, data.riskTags, data.canRequestName], [["CONTACT"], null, false]);
  const body = { ...formOf(partner), contactName: "自己改" };
  const edited = await own.call(contract.editPartner, { params: { id: partner.id }, body });
  assert.equal(edited.data.contactName, "自己改");
  const next = { ...body, version: edited.data.version, managerId: own.user.id };
  const refused = await own.call(contract.editPartner, { params: { id: partner.id }, body: next });
  assert.equal(refused.msg, "当前为【合作中】，不能修改渠道经理");
  const asked = await own.call(contract.checkUscc, { query: { uscc: usccOf(1) } });
  assert.equal(asked.msgCode, "COMMON_FORBIDDEN");
  const made = await own.call(contract.createPartner, { body: await typed(own) });
  assert.ok(["PARTNER_REGION", "PARTNER_MANAGER"].includes(made.msgCode));
  const other = await givenPartner(app);
  const foreign = await own.call(contract.getPartner, { params: { id: other.id } });
  assert.equal(foreign.msgCode, "COMMON_NOT_FOUND");
  const list = await own.call(contract.listPartners, { query: { riskTag: "DEPOSIT" } });
  assert.deepEqual(
    list.data.list.map(({ id, riskTags }) => [id, riskTags]),
    [[partner.id, null]],
  );
});

test("PT-R19 name and code of a company under way change by a request that somebody else grants", async () => {
  const client = await app.signIn({ permissions: [...codes, "partner:partner:approve"] });
  const legal = await app.signIn({ permissions: ["partner:partner:view", "partner:partner:approve"] });
  const partner = await givenPartner(app);
  const ask = (body: { fullName: string; shortName: string; uscc: string }) =>
    client.call(contract.requestPartnerChange, { params: { id: partner.id }, body: { ...body, reason: "工商变更" } });
  const { fullName, shortName, uscc } = partner;
  assert.equal((await ask({ fullName, shortName, uscc })).msg, "名称和信用代码没有变化");
  const { data: request } = await ask({ fullName: "更名后有限公司", shortName: "更名", uscc });
  assert.equal((await ask({ fullName: "再更名有限公司", shortName: "再更名", uscc })).msg, "已有待审核的变更申请");
  const granted = { params: { id: request.id }, body: { version: request.version } };
  assert.equal((await client.call(contract.approvePartnerChange, granted)).msgCode, "PARTNER_REVIEW_SELF");
  assert.equal((await legal.call(contract.approvePartnerChange, granted)).data.state, "APPROVED");
  const { data } = await client.call(contract.getPartner, { params: { id: partner.id } });
  assert.partialDeepStrictEqual(data, { fullName: "更名后有限公司", shortName: "更名", orgName: "更名后有限公司" });
  const twice = await legal.call(contract.rejectPartnerChange, {
    params: { id: request.id },
    body: { reason: "迟了", version: request.version + 1 },
  });
  assert.equal(twice.msg, "变更申请已通过，不能重复审核");
  const suspended = await givenPartner(app, { state: "SUSPENDED" });
  const closed = await client.call(contract.requestPartnerChange, {
    params: { id: suspended.id },
    body: { fullName: "新名有限公司", shortName: "新名", uscc: suspended.uscc, reason: "工商变更" },
  });
  assert.equal(closed.msg, "当前为【已暂停】，不能修改公司名称和信用代码");
});

test("PT-R19 headquarters lowers seats and flags at once, with a reason, and gives them back", async () => {
  const head = await app.signIn({ permissions: ["partner:partner:view", "partner:partner:activate"] });
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  const now = async () => (await head.call(contract.getPartner, { params: { id: partner.id } })).data;
  const restrict = async (accountLimit: number | null, flagsOff: contract.PartnerFlag[]) => {
    const body = { accountLimit, flagsOff, reason: "投诉处理中", version: (await now()).version };
    return head.call(contract.restrictPartner, { params: { id: partner.id }, body });
  };
  assert.partialDeepStrictEqual(await now(), { accountLimit: 30, flags: ["CLUE", "ORDER"] });
  assert.equal((await restrict(30, [])).msg, "只能低于合同约定的30");
  const other = await givenPartner(app);
  await givenContract(app, other);
  const beside = async () => (await head.call(contract.getPartner, { params: { id: other.id } })).data;
  const { version } = await beside();
  const both = { accountLimit: null, flagsOff: ["ORDER" as const], reason: "另案", version };
  await head.call(contract.restrictPartner, { params: { id: other.id }, body: both });
  const { data } = await restrict(5, ["CLUE"]);
  assert.partialDeepStrictEqual(data, { accountLimit: 5, accountLimitCap: 5, flags: ["ORDER"] });
  assert.equal(data.accountLimitReason, "投诉处理中");
  await app.arrange(async (tx) => {
    const papers = { source: "PAPER", flags: ["ORDER"], reason: "资质过期" } as const;
    await switchFlagsOff(tx, await lockPartner(tx, partner.id), papers);
  });
  assert.deepEqual((await now()).flagsOff, [
    { flag: "CLUE", source: "HQ", reason: "投诉处理中" },
    { flag: "ORDER", source: "PAPER", reason: "资质过期" },
  ]);
  await givenContract(app, partner, { kind: "SUPPLEMENT", terms: { accountLimit: 40 } });
  assert.equal((await now()).accountLimit, 5);
  const { data: freed } = await restrict(null, []);
  assert.partialDeepStrictEqual(freed, {
    accountLimit: 40,
    accountLimitCap: null,
    accountLimitReason: null,
    flags: ["CLUE"],
    flagsOff: [{ flag: "ORDER", source: "PAPER" }],
  });
  assert.partialDeepStrictEqual(await beside(), { flags: ["CLUE"], flagsOff: [{ flag: "ORDER", source: "HQ" }] });
  const draft = await givenPartner(app, { state: "ONBOARDING" });
  const body = { accountLimit: 1, flagsOff: [], reason: "试", version: draft.version };
  const early = await head.call(contract.restrictPartner, { params: { id: draft.id }, body });
  assert.equal(early.msg, "当前为【入驻中】，不能修改账号上限、权限开关");
});

test("a group cannot stand below itself, not even over several steps", async () => {
  const client = await clerk();
  const top = await givenPartner(app, { managerId: client.user.id });
  const middle = await givenPartner(app, { parentPartnerId: top.id });
  const low = await givenPartner(app, { parentPartnerId: middle.id });
  const body = { ...formOf(top), parentPartnerId: low.id };
  const circle = await client.call(contract.editPartner, { params: { id: top.id }, body });
  assert.deepEqual([circle.msgCode, circle.msg], ["PARTNER_CYCLE", "上级集团形成循环"]);
});

test("a manager edits his own partners and reads the others", async () => {
  const overrides = { "partner:partner:edit": "SELF" } as const;
  const manager = await app.signIn({ permissions: codes, scope: "ALL", scopeOverrides: overrides });
  const own = await givenPartner(app, { managerId: manager.user.id });
  const other = await givenPartner(app);
  const body = (partner: PartnerRow) => ({
    params: { id: partner.id },
    body: { ...formOf(partner), contactName: "改" },
  });
  assert.equal((await manager.call(contract.editPartner, body(own))).msg, "");
  assert.equal((await manager.call(contract.getPartner, { params: { id: other.id } })).msg, "");
  assert.equal((await manager.call(contract.editPartner, body(other))).success, false);
});

test("the plain text of a sealed field goes only to holders of the code", async () => {
  const partner = await givenPartner(app);
  const asked = { body: { bizType: "partner", bizId: partner.id, field: "contactPhone", reason: "回访" } };
  const holder = await app.signIn({ permissions: ["partner:partner:view", "partner:partner:unmask"] });
  assert.equal((await holder.call(unmask, asked)).data.value, "13911112222");
  const client = await clerk();
  assert.equal((await client.call(unmask, asked)).success, false);
});

test("the list finds by name, kind, city, paper and contract; the cards count what it finds", async () => {
  const client = await clerk();
  const partner = await givenPartner(app, {
    fullName: "特别好找的汽车有限公司",
    kinds: ["CHARGER"],
    cityCodes: ["510100"],
  });
  const found = async (query: object) => {
    const { data } = await client.call(contract.listPartners, { query: { keyword: "特别好找", ...query } });
    return data.list.length;
  };
  assert.deepEqual([await found({}), await found({ kind: "CHARGER" }), await found({ kind: "AGENT" })], [1, 1, 0]);
  assert.deepEqual([await found({ cityCode: "510100" }), await found({ cityCode: "330100" })], [1, 0]);
  assert.deepEqual([await found({ papers: "VALID" }), await found({ papers: "EXPIRED" })], [1, 0]);
  const before = (await client.call(contract.countPartners, {})).data;
  await givenContract(app, partner, { endOn: contractDay(20) });
  assert.deepEqual([await found({ contractEnd: "30" }), await found({ contractEnd: "7" })], [1, 0]);
  const after = (await client.call(contract.countPartners, {})).data;
  assert.equal(after.contractEnding, before.contractEnding + 1);
  const by = await client.call(contract.listPartners, { query: { keyword: partner.partnerNo.toLowerCase() } });
  assert.deepEqual(
    by.data.list.map(({ id }) => id),
    [partner.id],
  );
});

function contractDay(days: number): string {
  return new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
