import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../../contract/index.ts";
import { givenPartner, givenPartnerRole, givenStaff, testApp } from "../../testing.ts";
import { refusal, STAFF_CODES, staffStory } from "../testing.ts";

const app = testApp();
const { formOf, hq, adminOf, added, rowOf, certOf } = staffStory(app);

test("PT-R10 two administrators take the last seat: one has it, the other is told the limit", async () => {
  const partner = await givenPartner(app, { accountLimit: 1 });
  const [one, two] = [await adminOf(partner), await adminOf(partner)];
  const waiting = [
    await givenStaff(app, { partner, state: "TRAINING", certWaiver: "x" }),
    await givenStaff(app, { partner, state: "TRAINING", certWaiver: "x" }),
  ];
  const answers = await Promise.all(
    waiting.map(({ id, version }, at) =>
      (at === 0 ? one : two).call(contract.openStaffAccount, { params: { id }, body: { version } }),
    ),
  );
  const refused = answers.filter(({ success }) => !success);
  assert.equal(refused.length, 1);
  assert.deepEqual(refused.map(refusal), [[false, "PARTNER_ACCOUNT_LIMIT", "账号数已达合同上限1"]]);
  const [{ count } = { count: 0 }] = await app.rows<{ count: number }>(
    "select count(*)::int as count from partner_staff where partner_id = $1 and state = 'ACTIVE'",
    [partner.id],
  );
  assert.equal(count, 1);
});

test("PT-R10 without a seat an approval stands and the account waits until one is free", async () => {
  const partner = await givenPartner(app, { accountLimit: 1 });
  const admin = await adminOf(partner);
  await givenStaff(app, { partner });
  const { id, version } = await added(admin, partner);
  const approved = await admin.call(contract.approveStaff, { params: { id }, body: { version } });
  assert.deepEqual([approved.data.state, approved.data.account], ["TRAINING", "NONE"]);
  await app.rows("update partner set account_limit = 2 where id = $1", [partner.id]);
  const opened = await admin.call(contract.openStaffAccount, {
    params: { id },
    body: { version: approved.data.version },
  });
  assert.deepEqual([opened.data.state, opened.data.account], ["ACTIVE", "USABLE"]);
});

test("PT-R10 the choice of a partner tells the seats that are left and whether it takes people at all", async () => {
  const [roomy, full, frozen, stopped, entering] = [
    await givenPartner(app, { accountLimit: 3 }),
    await givenPartner(app, { accountLimit: 1 }),
    await givenPartner(app, { accountLimit: 2 }),
    await givenPartner(app, { state: "SUSPENDED" }),
    await givenPartner(app, { state: "ONBOARDING" }),
  ];
  const draft = await givenPartner(app, { state: "DRAFT", orgId: null });
  await givenStaff(app, { partner: roomy });
  await givenStaff(app, { partner: roomy, state: "TRAINING" });
  for (let n = 0; n < 2; n++) await givenStaff(app, { partner: full });
  await givenStaff(app, { partner: frozen, freezeSources: ["MANUAL"] });
  const { data } = await (await hq()).call(contract.listStaffPartners, {});
  const told = ({ id }: { id: string }) => {
    const found = data.find((one) => one.id === id);
    return found && [found.takesStaff, found.seatsLeft];
  };
  assert.deepEqual([roomy, full, frozen, stopped, entering, draft].map(told), [
    [true, 2],
    [true, 0],
    [true, 1],
    [false, 20],
    [true, 20],
    undefined,
  ]);
  const admin = await adminOf(roomy);
  assert.deepEqual(
    (await admin.call(contract.listStaffPartners, {})).data.map(({ id }) => id),
    [roomy.id],
    "whoever works for a partner chooses no other",
  );
});

test("PT-R11 only roles that are marked for partners, and for the kind of this one", async () => {
  const partner = await givenPartner(app, { kinds: ["AGENT"] });
  const admin = await adminOf(partner);
  const form = await formOf(partner);
  const service = await givenPartnerRole(app, { partnerKinds: ["SERVICE"] });
  const internal = await givenPartnerRole(app, { partnerKinds: [] });
  for (const { id } of [service, internal]) {
    const answer = await admin.call(contract.createStaff, { body: { ...form, roleIds: [id] } });
    assert.deepEqual(refusal(answer), [false, "PARTNER_ROLE", "该角色不能授予伙伴员工"]);
  }
  const choices = await admin.call(contract.listStaffChoices, { params: { id: partner.id } });
  const offered = choices.data.roles.map(({ id }) => id);
  assert.ok(offered.includes(form.roleIds[0] ?? "") && !offered.includes(service.id) && !offered.includes(internal.id));
});

test("PT-R11 what an account reaches ends at the partner's own organisation, whatever its role says", async () => {
  const [mine, other] = [await givenPartner(app), await givenPartner(app)];
  const role = await givenPartnerRole(app, { permissionCodes: STAFF_CODES });
  const person = await givenStaff(app, { partner: mine, roleIds: [role.id], positionCode: "ADMIN" });
  const foreign = await givenStaff(app, { partner: other });
  await app.rows("update role set data_scope = 'ALL' where id = $1", [role.id]);
  const user = { id: person.userId ?? "", userName: person.name, mobilePhone: "", staffNo: person.staffNo, version: 1 };
  const client = await app.clientOf(user, [mine.orgId ?? ""]);
  const { data } = await client.call(contract.listStaffs, {});
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [person.id],
  );
  const byUrl = await client.call(contract.getStaff, { params: { id: foreign.id } });
  assert.deepEqual([byUrl.success, byUrl.msgCode], [false, "COMMON_NOT_FOUND"]);
  const added = await client.call(contract.createStaff, { body: await formOf(other) });
  assert.equal(added.msgCode, "COMMON_NOT_FOUND");
});

for (const state of ["SUSPENDED", "EXITING"] as const) {
  test(`PT-R8 nobody of a partner that is ${state} gets an account, by whatever way; 开通 works after the resume`, async () => {
    const partner = await givenPartner(app);
    const admin = await adminOf(partner);
    const [one, two] = [await added(admin, partner), await added(admin, partner)];
    const [certified, waived] = [
      await givenStaff(app, { partner, state: "TRAINING", positionCode: "DELIVERY" }),
      await givenStaff(app, { partner, state: "TRAINING" }),
    ];
    await app.rows("update partner set state = $2 where id = $1", [partner.id, state]);
    await admin.call(contract.approveStaff, { params: one, body: { version: one.version } });
    await admin.call(contract.approveStaffs, { body: { staffs: [{ id: two.id, version: two.version }] } });
    const cert = { ...certOf("DELIVERY", 100), version: certified.version };
    await admin.call(contract.saveStaffCert, { params: { id: certified.id }, body: cert });
    const waiver = { reason: "资深", version: waived.version };
    await admin.call(contract.waiveStaffCerts, { params: { id: waived.id }, body: waiver });
    for (const person of [one, two, certified, waived]) assert.equal((await rowOf(person)).state, "TRAINING");
    const open = async () =>
      admin.call(contract.openStaffAccount, { params: one, body: { version: (await rowOf(one)).version } });
    const word = contract.partnerStates.label(state);
    const msg = `伙伴当前为【${word}】，不能录入员工或开通账号`;
    assert.deepEqual(refusal(await open()), [false, "PARTNER_STAFF_PARTNER", msg]);
    await app.rows("update partner set state = 'ACTIVE' where id = $1", [partner.id]);
    assert.equal((await open()).data.state, "ACTIVE");
  });
}
