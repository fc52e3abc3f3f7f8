import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { startOfDay } from "@ops/platform/contract";
import { type JobRun, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import {
  dayIn,
  dropRestDays,
  givenContract,
  givenPaper,
  givenPapers,
  givenPartner,
  givenUpload,
  testApp,
} from "../testing.ts";
import { qualificationSchedules } from "./jobs.ts";
import { paperReminderDays } from "./params.ts";

const app = testApp();
before(() => dropRestDays(app));
const work: JobRun = { step: (act) => app.arrange(act) };
const codes = ["partner:partner:view", "partner:qualification:edit", "partner:qualification:approve"];

async function run(name: string): Promise<void> {
  const found = qualificationSchedules.find((one) => one.name === name);
  assert.ok(found);
  await found.run(work);
}
const midnight = () => run("partner.paperExpire");
const morning = () => run("partner.paperRemind");

function passDays(days: number): void {
  app.passTime((startOfDay(dayIn(app, days)).getTime() + 660_000 - app.now().getTime()) / 1000);
}

async function standing(partner: PartnerRow) {
  const [row] = await app.rows<{ flags: string[]; riskTags: string[]; version: number }>(
    `select flags, risk_tags as "riskTags", version from partner where id = $1`,
    [partner.id],
  );
  assert.ok(row);
  return row;
}
const draftsOf = (partner: PartnerRow) =>
  app.rows<{ reason: string }>("select reason from partner_suspension where partner_id = $1", [partner.id]);
const noticesTo = (userId: string) =>
  app.rows<{ title: string; content: string }>(
    "select title, content from notice where user_id = $1 order by created_at, id",
    [userId],
  );

test("PT-R3 a paper becomes 过期 at midnight, two flags are off after 15 days, a suspension is drafted after 45; a renewal undoes it", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  await givenPapers(app, partner);
  await app.rows("update partner_qualification set expire_on = $2 where partner_id = $1 and kind = 'LICENSE'", [
    partner.id,
    dayIn(app, 0),
  ]);
  await midnight();
  assert.partialDeepStrictEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] });
  passDays(1);
  await midnight();
  assert.partialDeepStrictEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: ["PAPER"] });
  const reader = await app.signIn({ permissions: codes });
  const { data } = await reader.call(contract.listQualifications, { params: { id: partner.id } });
  assert.equal(data.papers.find(({ kind }) => kind === "LICENSE")?.state, "EXPIRED");
  passDays(13);
  await midnight();
  assert.deepEqual((await standing(partner)).flags, ["CLUE", "ORDER"]);
  passDays(1);
  await midnight();
  const off = await standing(partner);
  assert.deepEqual([off.flags, await draftsOf(partner)], [[], []]);
  await midnight();
  assert.equal((await standing(partner)).version, off.version, "told twice, nothing changes");
  passDays(30);
  await midnight();
  await midnight();
  const [draft, ...more] = await draftsOf(partner);
  assert.deepEqual([draft?.reason, more], ["营业执照过期45天未更新", []]);
  assert.equal(
    (await app.rows<{ state: string }>("select state from partner where id = $1", [partner.id]))[0]?.state,
    "ACTIVE",
  );
  const clerk = await app.signIn({ permissions: codes });
  const fileIds = [await givenUpload(app, clerk, "partnerQualification")];
  const body = { kind: "LICENSE", expireOn: dayIn(app, 365), fileIds } as const;
  const added = await clerk.call(contract.addQualification, { params: { id: partner.id }, body });
  assert.equal(added.data.state, "WAITING");
  assert.deepEqual((await standing(partner)).flags, []);
  const approved = { params: { id: added.data.id }, body: { version: added.data.version } };
  const legal = await app.signIn({ permissions: codes });
  assert.equal((await legal.call(contract.approveQualification, approved)).data.state, "VALID");
  assert.partialDeepStrictEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: [] });
});

test("PT-R3 an optional paper that expires brings only a tag; a renewed one brings nothing", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  await givenPapers(app, partner);
  await givenPaper(app, partner, { kind: "PERMIT", expireOn: dayIn(app, -60) });
  await givenPaper(app, partner, { kind: "INSURANCE", expireOn: dayIn(app, -60) });
  await midnight();
  assert.partialDeepStrictEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: ["PAPER"] });
  assert.deepEqual(await draftsOf(partner), []);
});

test("PT-R3 each kind of paper counts by its latest end; the reason names all overdue ones", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  const ended = (kind: contract.PaperKind, days: number) =>
    givenPaper(app, partner, { kind, expireOn: dayIn(app, -days) });
  await ended("LICENSE", 50);
  await ended("INSURANCE", 40);
  await ended("INSURANCE", 15);
  await ended("ACCOUNT", 14);
  await ended("PERMIT", 60); // this kind is only optional
  await givenPaper(app, partner, { kind: "DATA", expireOn: dayIn(app, 0) });
  await midnight();
  const reason = "营业执照过期50天未更新、责任保险过期15天未更新";
  const off = await app.rows<{ flag: string; reason: string }>(
    "select flag, reason from partner_flag_off where partner_id = $1 order by flag",
    [partner.id],
  );
  const words = new Set(off.flatMap((one) => one.reason.split("、")));
  assert.deepEqual([off.map(({ flag }) => flag), words], [["CLUE", "ORDER"], new Set(reason.split("、"))]);
  const states = await app.rows<{ kind: string; state: string }>(
    "select distinct kind, state from partner_qualification where partner_id = $1 order by kind",
    [partner.id],
  );
  assert.deepEqual(
    states.filter(({ state }) => state === "VALID").map(({ kind }) => kind),
    ["DATA"],
    "on its last day a paper holds",
  );
  assert.equal((await draftsOf(partner)).length, 1);
});

test("PT-R3 PT-R20 nobody is told about an expired paper that has a successor; only a working partner gets a draft of a suspension", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: dayIn(app, 300) });
  await midnight();
  assert.deepEqual([(await standing(partner)).riskTags, await noticesTo(manager.user.id)], [[], []]);
  await givenPaper(app, partner, { kind: "DATA", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "PERMIT", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "INSURANCE", expireOn: dayIn(app, -15) });
  await givenPaper(app, partner, { kind: "ACCOUNT", expireOn: dayIn(app, -14) });
  await midnight();
  assert.deepEqual(
    (await noticesTo(manager.user.id)).map(({ title, content }) => [title, content]).sort(),
    [
      [`${partner.shortName}资质过期`, "行业许可已过期"],
      [`${partner.shortName}资质过期`, "责任保险已过期"],
      [`${partner.shortName}资质过期`, "开户许可/账户证明已过期，1天后将停止线索下发"],
      [`${partner.shortName}资质过期`, "数据安全承诺已过期，14天后将停止线索下发"],
    ].sort(),
  );
  const resting = await givenPartner(app, { state: "SUSPENDED" });
  await givenPaper(app, resting, { kind: "LICENSE", expireOn: dayIn(app, -90) });
  await midnight();
  assert.deepEqual([(await standing(resting)).riskTags, await draftsOf(resting)], [["PAPER"], []]);
  const gone = await givenPartner(app, { state: "TERMINATED", managerId: resting.managerId });
  const left = await givenPaper(app, gone, { kind: "LICENSE", expireOn: dayIn(app, -1) });
  await midnight();
  const after = await app.rows("select state from partner_qualification where id = $1", [left.id]);
  assert.deepEqual([(await standing(gone)).riskTags, after], [[], [{ state: "VALID" }]], "it is over with this one");
});

test("PT-R3 a renewal that waits for review or was rejected has no effect", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  await givenPapers(app, partner);
  await app.rows("update partner_qualification set expire_on = $2 where partner_id = $1 and kind = 'LICENSE'", [
    partner.id,
    dayIn(app, -20),
  ]);
  for (const state of ["WAITING", "REJECTED"] as const) {
    await givenPaper(app, partner, { kind: "LICENSE", state, expireOn: dayIn(app, 300) });
  }
  await midnight();
  const off = await app.rows<{ reason: string }>("select distinct reason from partner_flag_off where partner_id = $1", [
    partner.id,
  ]);
  assert.deepEqual(off, [{ reason: "营业执照过期20天未更新" }]);
});

test("PT-R3 the list shows who uploaded and reviewed each paper, and which papers were replaced", async () => {
  const [clerk, legal] = [await app.signIn({ permissions: codes }), await app.signIn({ permissions: codes })];
  const partner = await givenPartner(app);
  const fileIds = [await givenUpload(app, clerk, "partnerQualification")];
  const params = { id: partner.id };
  const body = { kind: "DATA", expireOn: dayIn(app, 0), fileIds } as const;
  const added = await clerk.call(contract.addQualification, { params, body });
  assert.deepEqual(
    [added.data.files.map(({ id }) => id), added.data.reviewedByName, added.data.createdByName],
    [fileIds, null, clerk.user.userName],
  );
  const look = { params: { id: added.data.id }, body: { version: added.data.version } };
  const approved = await legal.call(contract.approveQualification, look);
  assert.deepEqual([approved.msg, approved.data.reviewedByName], ["", legal.user.userName], "it holds for this day");
  const papers = [
    ["LICENSE", "EXPIRED", -1, true],
    ["LICENSE", "WAITING", 9, true],
    ["LICENSE", "VALID", 9, false],
    ["LICENSE", "VALID", null, false],
    ["PERMIT", "EXPIRED", -1, false],
    ["PERMIT", "WAITING", 9, false],
    ["DATA", "REJECTED", null, true],
  ] as const;
  const expected = new Map<string, boolean>([[added.data.id, false]]);
  for (const [kind, state, days, isReplaced] of papers) {
    const expireOn = days === null ? null : dayIn(app, days);
    expected.set((await givenPaper(app, partner, { kind, state, expireOn })).id, isReplaced);
  }
  await givenPaper(app, await givenPartner(app), { kind: "PERMIT" });
  const { data } = await legal.call(contract.listQualifications, { params });
  assert.deepEqual(new Map(data.papers.map(({ id, isReplaced }) => [id, isReplaced])), expected);
  assert.deepEqual([data.required, data.wanted], [["LICENSE", "ACCOUNT", "INSURANCE", "DATA"], ["PERMIT"]]);
  const unknown = await legal.call(contract.approveQualification, { params: { id: newId() }, body: { version: 1 } });
  assert.equal(unknown.msgCode, "COMMON_NOT_FOUND");
});

test("PT-R3 an application is submitted with valid or waiting papers, and approved with valid ones", async () => {
  const author = await app.signIn({ permissions: ["partner:partner:edit", "partner:partner:view"] });
  const legal = await app.signIn({ permissions: ["partner:partner:approve", "partner:partner:view"] });
  const cases = [
    [null, null, "缺少资质：营业执照", ""],
    ["REJECTED", null, "缺少资质：营业执照", "营业执照（未通过）"],
    ["WAITING", -1, "缺少资质：营业执照", "营业执照（已过期）"],
    ["VALID", -1, "缺少资质：营业执照", "营业执照（已过期）"],
    ["WAITING", 0, "", "营业执照（待审核）"],
    ["WAITING", null, "", "营业执照（待审核）"],
    ["VALID", 0, "", null],
    ["VALID", null, "", null],
  ] as const;
  for (const [state, days, early, open] of cases) {
    const partner = await givenPartner(app, { state: "DRAFT", orgId: null, managerId: author.user.id });
    await givenPapers(app, partner);
    const name = `${state} ${days}`;
    if (state === null)
      await app.rows("delete from partner_qualification where kind = 'LICENSE' and partner_id = $1", [partner.id]);
    const text =
      "update partner_qualification set state = $2, expire_on = $3 where kind = 'LICENSE' and partner_id = $1";
    if (state !== null) await app.rows(text, [partner.id, state, days === null ? null : dayIn(app, days)]);
    const params = { id: partner.id };
    const handedIn = await author.call(contract.submitPartner, { params, body: { version: partner.version } });
    assert.equal(handedIn.msg, early, name);
    await app.rows("update partner set state = 'REVIEW' where id = $1", [partner.id]);
    const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [partner.id]);
    const review = await legal.call(contract.approvePartner, { params, body: { version: row?.version ?? 0 } });
    const refused = open === "" ? "营业执照（未上传）" : open;
    assert.equal(review.msg, refused === null ? "" : `资质尚未通过审核：${refused}`, name);
  }
});

test("PT-R20 people are reminded of a valid paper before its end, unless a later one of its kind follows", async () => {
  const manager = await app.signIn({ permissions: codes });
  const elsewhere = await givenPartner(app);
  for (const kind of ["LICENSE", "DATA"] as const) await givenPaper(app, elsewhere, { kind });
  const heard = async (...papers: [kind: contract.PaperKind, days: number | null, state?: "WAITING"][]) => {
    const partner = await givenPartner(app, { managerId: manager.user.id });
    for (const [kind, days, state = "VALID"] of papers) {
      await givenPaper(app, partner, { kind, state, expireOn: days === null ? null : dayIn(app, days) });
    }
    await app.rows("delete from notice where user_id = $1", [manager.user.id]);
    await morning();
    await app.rows("update partner set state = 'TERMINATED' where id = $1", [partner.id]);
    return (await noticesTo(manager.user.id)).map(({ title, content }) => {
      assert.equal(title, `${partner.shortName}资质即将到期`);
      return content;
    });
  };
  const ten = [`营业执照将于${dayIn(app, 10)}到期`];
  assert.deepEqual(await heard(["LICENSE", 10]), ten);
  assert.deepEqual(await heard(["LICENSE", 10], ["LICENSE", null]), []);
  assert.deepEqual(await heard(["LICENSE", 10], ["LICENSE", 300]), []);
  assert.deepEqual(await heard(["LICENSE", 10], ["LICENSE", 5]), ten, "the later of two");
  assert.deepEqual(await heard(["LICENSE", 10], ["LICENSE", 300, "WAITING"]), ten, "nobody has looked at it yet");
  assert.deepEqual(await heard(["LICENSE", 10], ["DATA", null]), ten);
  assert.deepEqual(await heard(["LICENSE", 10, "WAITING"]), []);
  assert.deepEqual(await heard(["LICENSE", 0]), [`营业执照将于${dayIn(app, 0)}到期`]);
  assert.deepEqual(await heard(["LICENSE", -1]), [], "it has ended");
  assert.deepEqual(await heard(["LICENSE", 31]), []);
  await setParam(app, paperReminderDays, "31,3");
  assert.deepEqual(await heard(["LICENSE", 31]), [`营业执照将于${dayIn(app, 31)}到期`], "as long before as is set");
  assert.deepEqual(await heard(["LICENSE", 32]), []);
  await setParam(app, paperReminderDays, paperReminderDays.initial);
  await app.rows("delete from notice where user_id = $1", [manager.user.id]);
  await morning();
  assert.deepEqual(await noticesTo(manager.user.id), [], "of partners that are gone nobody hears");
});

test("PT-R3 the person who uploaded a paper may not review it", async () => {
  const clerk = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app);
  const fileIds = [await givenUpload(app, clerk, "partnerQualification")];
  const { data } = await clerk.call(contract.addQualification, {
    params: { id: partner.id },
    body: { kind: "DATA", fileIds },
  });
  assert.equal(data.isOwn, true);
  const input = { params: { id: data.id }, body: { version: data.version } };
  for (const refused of [
    await clerk.call(contract.approveQualification, input),
    await clerk.call(contract.rejectQualification, { ...input, body: { ...input.body, reason: "看不清" } }),
  ]) {
    assert.deepEqual([refused.msgCode, refused.msg], ["PARTNER_REVIEW_SELF", "不能审核自己提交的申请"]);
  }
  const other = await app.signIn({ permissions: codes });
  assert.partialDeepStrictEqual((await other.call(contract.approveQualification, input)).data, {
    state: "VALID",
    isOwn: false,
  });
});

test("a paper is turned down with a reason, is looked at once, and must not have ended", async () => {
  const clerk = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { state: "DRAFT", orgId: null });
  const paper = await givenPaper(app, partner, { kind: "DATA", state: "WAITING" });
  const body = { reason: "照片不清晰", version: paper.version };
  const { data } = await clerk.call(contract.rejectQualification, { params: { id: paper.id }, body });
  assert.partialDeepStrictEqual(data, { state: "REJECTED", note: "照片不清晰" });
  const again = { params: { id: paper.id }, body: { version: data.version } };
  const late = await clerk.call(contract.approveQualification, again);
  assert.deepEqual([late.msgCode, late.msg], ["PARTNER_STATE_ILLEGAL", "资质当前状态为【驳回】，不能执行【审核通过】"]);
  const old = await givenPaper(app, partner, { kind: "DATA", state: "WAITING", expireOn: "2020-01-01" });
  const over = await clerk.call(contract.approveQualification, {
    params: { id: old.id },
    body: { version: old.version },
  });
  assert.equal(over.msg, "该资质有效期至2020-01-01，已过期");
  const ended = await givenPartner(app, { state: "TERMINATED" });
  const fileIds = [await givenUpload(app, clerk, "partnerQualification")];
  const closed = await clerk.call(contract.addQualification, {
    params: { id: ended.id },
    body: { kind: "DATA", fileIds },
  });
  assert.equal(closed.msg, "当前为【已终止】，不能修改资质");
});

test("PT-R20 the manager is notified 30 and 7 days before the end of a paper and when it has ended, once each", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  const end = dayIn(app, 31);
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: end });
  await morning();
  assert.deepEqual(await noticesTo(manager.user.id), []);
  const heard: string[] = [];
  for (const days of [1, 5, 17, 1, 1, 7]) {
    passDays(days);
    await midnight();
    await morning();
    await morning();
    await app.rows("update notice set read_at = now() where user_id = $1", [manager.user.id]);
    heard.push(String((await noticesTo(manager.user.id)).length));
  }
  assert.deepEqual(heard, ["1", "1", "1", "2", "2", "3"]);
  assert.deepEqual(
    (await noticesTo(manager.user.id)).map(({ content }) => content),
    [`营业执照将于${end}到期`, `营业执照将于${end}到期`, "营业执照已过期，14天后将停止线索下发"],
  );
});
