import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { requireApplied } from "../company/find.ts";
import { brandHolders } from "../company/holders.ts";
import type { PartnerRow } from "../company/tables.ts";
import { givenPartner, givenPartnerRole, givenStaff, testApp, usccOf } from "../testing.ts";

const app = testApp();
const permissions = ["view", "edit", "approve"].map((act) => `partner:partner:${act}`);
const person = () => app.signIn({ permissions });
type Client = Awaited<ReturnType<typeof person>>;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

const namesOf = ({ fullName, shortName, uscc }: PartnerRow) => ({ fullName, shortName, uscc });
const ask = (who: Client, partner: PartnerRow, changes: object) =>
  who.call(contract.requestPartnerChange, {
    params: { id: partner.id },
    body: { ...namesOf(partner), reason: "工商变更", ...changes },
  });
const grant = (who: Client, { id, version }: { id: string; version: number }) =>
  who.call(contract.approvePartnerChange, { params: { id }, body: { version } });
const refuse = (who: Client, { id, version }: { id: string; version: number }) =>
  who.call(contract.rejectPartnerChange, { params: { id }, body: { reason: "材料不全", version } });

test("PT-R19 any of name, short name and code may be asked for, one request at a time, and again after an answer", async () => {
  const [clerk, legal] = [await person(), await person()];
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const uscc = usccOf(81_001);
  const first = await ask(clerk, partner, { uscc });
  assert.equal(first.msg, "");
  assert.equal((await ask(clerk, other, { shortName: "另简称" })).msg, "", "each partner has its own");
  assert.equal((await ask(clerk, partner, { shortName: "新简称" })).msg, "已有待审核的变更申请");
  assert.equal((await refuse(legal, first.data)).data.state, "REJECTED");
  const second = await ask(clerk, partner, { shortName: "新简称" });
  assert.equal((await grant(legal, second.data)).msg, "");
  const third = await ask(clerk, partner, { fullName: "三改有限公司" });
  const { data } = await clerk.call(contract.listPartnerChanges, { params: { id: partner.id } });
  const { fullName, shortName } = partner;
  assert.deepEqual(
    data.map((one) => [
      one.id,
      one.fullName,
      one.shortName,
      one.uscc,
      one.state,
      one.note,
      one.createdByName,
      one.reviewedByName,
    ]),
    [
      [third.data.id, "三改有限公司", shortName, partner.uscc, "WAITING", null, clerk.user.userName, null],
      [second.data.id, fullName, "新简称", partner.uscc, "APPROVED", null, clerk.user.userName, legal.user.userName],
      [first.data.id, fullName, shortName, uscc, "REJECTED", "材料不全", clerk.user.userName, legal.user.userName],
    ],
  );
  const [row] = await app.rows("select full_name, short_name, uscc from partner where id = $1", [partner.id]);
  assert.deepEqual(row, { fullName, shortName: "新简称", uscc: partner.uscc });
  const [organization] = await app.rows("select name, short_name from organization where id = $1", [partner.orgId]);
  assert.deepEqual(organization, { name: fullName, shortName: "新简称" });
  const far = await app.signIn({ permissions, scope: "ORG_TREE" });
  const hidden = await far.call(contract.listPartnerChanges, { params: { id: partner.id } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
});

test("PT-R19 a name that another company has is refused when it is asked for and when it is granted", async () => {
  const [clerk, legal] = [await person(), await person()];
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const taken = ["PARTNER_NAME_DUP", `公司全称已存在（${other.partnerNo}）`];
  assert.deepEqual(whyNot(await ask(clerk, partner, { fullName: other.fullName })), taken);
  const { data } = await ask(clerk, partner, { fullName: "抢先更名有限公司" });
  await app.rows("update partner set full_name = '抢先更名有限公司' where id = $1", [other.id]);
  assert.deepEqual(whyNot(await grant(legal, data)), taken);
  await app.rows("update partner set state = 'TERMINATED', terminated_at = now() where id = $1", [other.id]);
  assert.equal((await grant(legal, data)).msg, "", "the name of a company that has ended is free");
  assert.equal((await grant(legal, { id: newId(), version: 1 })).msgCode, "COMMON_NOT_FOUND");
});

test("PT-R19 nobody of the partner asks for a name; those who review hear of it, not who asked", async () => {
  const [clerk, legal] = [await person(), await person()];
  const partner = await givenPartner(app);
  const own = await app.signIn({ permissions, scope: "ORG_TREE", organization: { id: partner.orgId ?? "" } });
  assert.deepEqual(whyNot(await ask(own, partner, { shortName: "自改" })), [
    "PARTNER_FIELD_LOCKED",
    "当前为【合作中】，不能修改公司名称和信用代码",
  ]);
  await ask(clerk, partner, { shortName: "新简称" });
  const heard = async ({ user }: Client) =>
    app.rows("select title, content, route from notice where user_id = $1 and content like $2", [
      user.id,
      `${partner.fullName}%`,
    ]);
  assert.deepEqual(await heard(legal), [
    {
      title: "名称变更待审核",
      content: `${partner.fullName}申请变更名称或信用代码`,
      route: `/Partner/list?id=${partner.id}`,
    },
  ]);
  assert.deepEqual(await heard(clerk), []);
});

test("PT-R19 the last 50 requests of a partner are shown", async () => {
  const clerk = await person();
  const partner = await givenPartner(app);
  await app.rows(
    `insert into partner_change (id, created_at, created_by, updated_at, updated_by, partner_id, full_name, short_name, uscc,
       reason, state)
     select gen_random_uuid(), now() + n * interval '1 second', $1, now(), $1, $1, n::text, '简', $2, '变更', 'REJECTED'
     from generate_series(1, 51) n`,
    [partner.id, partner.uscc],
  );
  const { data } = await clerk.call(contract.listPartnerChanges, { params: { id: partner.id } });
  assert.deepEqual([data.length, data[0]?.fullName, data.at(-1)?.fullName], [50, "51", "2"]);
});

test("PT-R20 of those who hold a code, people of partners are not asked for the brand's work", async () => {
  const code = "partner:stat:view";
  const holders = () => app.arrange((tx) => brandHolders(tx, code));
  assert.deepEqual(await holders(), []);
  const one = await app.signIn({ permissions: [code] });
  assert.deepEqual(await holders(), [one.user.id]);
  const two = await app.signIn({ permissions: [code] });
  const partner = await givenPartner(app);
  const outside = await givenPartnerRole(app, { permissionCodes: [code] });
  await givenStaff(app, { partner, roleIds: [outside.id] });
  await givenStaff(app, { partner, state: "LEFT", userId: two.user.id });
  assert.deepEqual((await holders()).toSorted(), [one.user.id, two.user.id].sort(), "who left a partner may work here");
});

test("PT-R3 what is no draft any more names its region and a phone: to miss one is a fault", async () => {
  const partner = await givenPartner(app);
  assert.equal(requireApplied(partner).regionId, partner.regionId);
  const draft = new RegExp(`${partner.partnerNo} is still a draft`);
  assert.throws(() => requireApplied({ ...partner, regionId: null }), draft);
  assert.throws(() => requireApplied({ ...partner, contactPhoneCipher: null }), draft);
});
