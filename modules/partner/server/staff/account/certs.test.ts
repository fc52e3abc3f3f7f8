import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import * as contract from "../../../contract/index.ts";
import { dropRestDays, givenPartner, givenStaff, testApp } from "../../testing.ts";
import { certReminderDays } from "../params.ts";
import { refusal, staffStory } from "../testing.ts";
import { expireCerts, remindOfCerts } from "./expire.ts";

const app = testApp();
before(() => dropRestDays(app));
const { adminOf, rowOf, sourcesOf, isUsable, run, dayIn, certOf, givenSales } = staffStory(app);

test("PT-R12 the last required certificate opens the account; before it 开通 names what is missing", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const params = { id: staff.id };
  const early = await admin.call(contract.openStaffAccount, { params, body: { version: staff.version } });
  assert.deepEqual(refusal(early), [false, "PARTNER_STAFF_CERTS", "尚未取得认证：销售顾问认证、产品知识认证"]);
  const one = await admin.call(contract.saveStaffCert, {
    params,
    body: { ...certOf("SALES", 200), version: staff.version },
  });
  assert.deepEqual(
    [one.data.state, one.data.certStanding, one.data.missingCerts],
    ["TRAINING", "MISSING", ["PRODUCT"]],
  );
  const two = await admin.call(contract.saveStaffCert, {
    params,
    body: { ...certOf("PRODUCT", 20), version: one.data.version },
  });
  assert.deepEqual(
    [two.data.state, two.data.account, two.data.certStanding, two.data.certEndsOn],
    ["ACTIVE", "USABLE", "ENDING", dayIn(20)],
  );
});

test("PT-R12 an expired certificate freezes the account; its renewal unfreezes it", async () => {
  const partner = await givenPartner(app);
  const { staff } = await givenSales(partner, 3);
  app.passTime(3 * 86_400);
  await run(expireCerts);
  assert.deepEqual(await sourcesOf(staff), []); // the certificate is valid through its last day
  app.passTime(86_400);
  await run(expireCerts);
  await run(expireCerts); // the second run changes nothing
  assert.deepEqual(await sourcesOf(staff), ["CERT_EXPIRED"]);
  assert.equal(await isUsable(staff), false);
  const admin = await adminOf(partner);
  const [{ version } = { version: 0 }] = await app.rows<{ version: number }>(
    "select version from partner_staff where id = $1",
    [staff.id],
  );
  const half = await admin.call(contract.saveStaffCert, {
    params: { id: staff.id },
    body: { ...certOf("SALES", 300), version },
  });
  assert.deepEqual(half.data.freezeSources, ["CERT_EXPIRED"]); // the certificate 产品知识 is still expired
  const whole = await admin.call(contract.saveStaffCert, {
    params: { id: staff.id },
    body: { ...certOf("PRODUCT", 300), version: half.data.version },
  });
  assert.deepEqual([whole.data.freezeSources, whole.data.account], [[], "USABLE"]);
  assert.equal(await isUsable(staff), true);
});

test("PT-R12 a certificate is valid through its last day, and counts as ending from 30 days before", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const standing = async (days: number) => {
    const { id, version } = await givenStaff(app, { partner, state: "TRAINING", positionCode: "DELIVERY" });
    const body = { ...certOf("DELIVERY", days), version };
    const { data, msg } = await admin.call(contract.saveStaffCert, { params: { id }, body });
    assert.equal(msg, "");
    const isExpired = days < 0;
    const held = {
      code: "DELIVERY",
      score: 90,
      gotOn: "2026-01-10",
      validTo: dayIn(days),
      isExpired,
      isRequired: true,
    };
    assert.deepEqual(data.certs, [held]);
    return [data.state, data.certStanding, data.missingCerts];
  };
  assert.deepEqual(await standing(-1), ["TRAINING", "EXPIRED", ["DELIVERY"]]);
  assert.deepEqual(await standing(0), ["ACTIVE", "ENDING", []]);
  assert.deepEqual(await standing(30), ["ACTIVE", "ENDING", []]);
  assert.deepEqual(await standing(31), ["ACTIVE", "VALID", []]);
});

test("PT-R12 people are reminded 30 and 7 days before, once each", async () => {
  const partner = await givenPartner(app);
  const { staff } = await givenSales(partner, 31);
  const told = async () => {
    const rows = await app.rows<{ content: string }>(
      "select content from notice where user_id = $1 and merge_key like 'partner.cert:%' order by id",
      [staff.userId],
    );
    return rows.length;
  };
  await run(remindOfCerts);
  assert.equal(await told(), 0);
  await setParam(app, certReminderDays, "31");
  await run(remindOfCerts);
  assert.equal(await told(), 2, "the brand may choose other days");
  await app.rows("delete from notice where user_id = $1", [staff.userId]);
  await setParam(app, certReminderDays, certReminderDays.initial);
  app.passTime(86_400);
  await run(remindOfCerts);
  await run(remindOfCerts);
  assert.equal(await told(), 2); // one notice for each of the two certificates
  app.passTime(23 * 86_400);
  await run(remindOfCerts);
  await run(remindOfCerts);
  assert.equal(await told(), 4);
});

test("PT-R12 a certificate added in its last days is reminded once, not for every threshold", async () => {
  const { staff } = await givenSales(await givenPartner(app), 5);
  await run(remindOfCerts);
  const told = await app.rows("select id from notice where user_id = $1 and merge_key like 'partner.cert:%'", [
    staff.userId,
  ]);
  assert.equal(told.length, 2, "one for each of two certificates");
});

test("PT-R12 HQ waives the certificates of one person, with a reason", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const waived = await admin.call(contract.waiveStaffCerts, {
    params: { id: staff.id },
    body: { reason: "资深员工", version: staff.version },
  });
  assert.deepEqual(
    [waived.data.state, waived.data.certStanding, waived.data.certWaiver],
    ["ACTIVE", "WAIVED", "资深员工"],
  );
});

test("PT-R12 a change of position opens no account but is reviewed; if it requires more, the account is frozen until that is there", async () => {
  const partner = await givenPartner(app);
  const editor = await adminOf(partner, ["partner:staff:view", "partner:staff:edit"]);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const edit = async (positionCode: string) => {
    const { name, roleIds } = staff;
    const { version } = await rowOf(staff);
    const body = { name, positionCode, joinOn: "2026-01-05", contractType: "FULL" as const, roleIds, version };
    return editor.call(contract.editStaff, { params: { id: staff.id }, body });
  };
  const params = { id: staff.id };
  const act = async (endpoint: typeof contract.approveStaff | typeof contract.openStaffAccount) =>
    admin.call(endpoint, { params, body: { version: (await rowOf(staff)).version } });
  assert.equal((await edit("SALES")).data.state, "TRAINING", "the same position is nothing new");
  await app.rows("update partner_staff set cert_waiver = '销售岗豁免' where id = $1", [staff.id]);
  const waiting = await edit("DELIVERY");
  assert.deepEqual([waiting.data.state, waiting.data.freezeSources], ["REVIEW", []], "there is no account to freeze");
  assert.equal(waiting.data.certWaiver, null, "what was waived was waived for the former position");
  assert.equal((await act(contract.approveStaff)).data.state, "TRAINING");
  const changed = await edit("ADMIN");
  assert.deepEqual([changed.data.state, changed.data.account], ["REVIEW", "NONE"], changed.msg);
  assert.equal((await act(contract.openStaffAccount)).msg, "伙伴员工当前状态为【待审核】，不能执行【开通账号】");
  const opened = await act(contract.approveStaff);
  assert.equal(opened.data.account, "USABLE", opened.msg);
  assert.deepEqual((await edit("DELIVERY")).data.freezeSources, ["CERT_EXPIRED"], "one is enough");
  const back = await edit("SALES");
  assert.deepEqual([back.data.account, back.data.freezeSources], ["FROZEN", ["CERT_EXPIRED"]]);
  assert.equal(await isUsable(await rowOf(staff)), false);
  for (const code of ["SALES", "PRODUCT"]) {
    const { version } = await rowOf(staff);
    await admin.call(contract.saveStaffCert, { params: { id: staff.id }, body: { ...certOf(code, 90), version } });
  }
  assert.deepEqual(await sourcesOf(staff), []);
});

test("PT-R12 a disabled kind of certificate keeps its name, and one that is not required is marked so", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const params = { id: staff.id };
  const other = await givenStaff(app, { partner, state: "TRAINING" });
  const give = (code: string, { id, version }: { id: string; version: number }) =>
    admin.call(contract.saveStaffCert, { params: { id }, body: { ...certOf(code, 90), version } });
  assert.equal((await give("SALES", other)).msg, "");
  const { data } = await give("STORE", staff);
  assert.deepEqual(
    data.certs.map(({ code, isRequired }) => [code, isRequired]),
    [["STORE", false]],
  );
  const setStatus = async (status: string) => {
    await app.rows("update dict_entry set status = $1 where code = 'partner_cert' and entry_value = 'SALES'", [status]);
    await app.arrange((tx) => tx.invalidate("dict:partner_cert"));
  };
  await setStatus("DISABLED");
  const open = await admin.call(contract.openStaffAccount, { params, body: { version: data.version } });
  await setStatus("ENABLED");
  assert.equal(open.msg, "尚未取得认证：销售顾问认证、产品知识认证");
});

test("PT-R12 the nightly run freezes people with missing or expired certificates", async () => {
  const partner = await givenPartner(app);
  const staff = await givenStaff(app, { partner });
  await app.rows("update partner_staff set cert_waiver = null where id = $1", [staff.id]);
  await run(expireCerts);
  assert.deepEqual(await sourcesOf(staff), ["CERT_EXPIRED"]);
});

test("PT-R12 an unknown position opens no account, whatever certificates the person has", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  const params = { id: staff.id };
  for (const positionCode of ["NOPE", "constructor", "__proto__"]) {
    await app.rows("update partner_staff set position_code = $2 where id = $1", [staff.id, positionCode]);
    const { data } = await admin.call(contract.getStaff, { params });
    assert.deepEqual([data.certStanding, data.missingCerts.length], ["MISSING", 6], positionCode);
    const { version } = data;
    const open = await admin.call(contract.openStaffAccount, { params, body: { version } });
    assert.deepEqual(refusal(open).slice(0, 2), [false, "PARTNER_STAFF_CERTS"], positionCode);
  }
});

test("PT-R12 an unknown position opens nothing either where the dictionary has no certificate at all", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await givenStaff(app, { partner, state: "TRAINING" });
  await app.rows("update partner_staff set position_code = 'NOPE', cert_waiver = null where id = $1", [staff.id]);
  await app.rows("create table cert_away as select * from dict_entry where code = 'partner_cert'");
  await app.rows("delete from dict_entry where code = 'partner_cert'");
  await app.arrange((tx) => tx.invalidate("dict:partner_cert"));
  try {
    const { data } = await admin.call(contract.getStaff, { params: { id: staff.id } });
    assert.deepEqual([data.certStanding, data.missingCerts], ["MISSING", ["职位未知"]]);
    const open = await admin.call(contract.openStaffAccount, {
      params: { id: staff.id },
      body: { version: data.version },
    });
    assert.deepEqual(refusal(open).slice(0, 2), [false, "PARTNER_STAFF_CERTS"]);
  } finally {
    await app.rows("insert into dict_entry select * from cert_away");
    await app.arrange((tx) => tx.invalidate("dict:partner_cert"));
  }
});
