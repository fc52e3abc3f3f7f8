import assert from "node:assert/strict";
import { test } from "node:test";
import { startOfDay } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { dayIn, givenContract, givenPaper, givenPapers, givenPartner, givenUpload, testApp } from "../testing.ts";
import { qualificationSchedules } from "./jobs.ts";

const app = testApp();
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

test("PT-R3 a paper past its day: 过期 at midnight, after 15 days two flags off, after 45 a draft; a renewal takes it back", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  await givenPapers(app, partner);
  await app.rows("update partner_qualification set expire_on = $2 where partner_id = $1 and kind = 'LICENSE'", [
    ...[partner.id, dayIn(app, 0)],
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

test("PT-R3 a paper that is only wanted ends with a tag and nothing more; one that was renewed ends without", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  await givenPapers(app, partner);
  await givenPaper(app, partner, { kind: "PERMIT", expireOn: dayIn(app, -60) });
  await givenPaper(app, partner, { kind: "INSURANCE", expireOn: dayIn(app, -60) });
  await midnight();
  assert.partialDeepStrictEqual(await standing(partner), { flags: ["CLUE", "ORDER"], riskTags: ["PAPER"] });
  assert.deepEqual(await draftsOf(partner), []);
});

test("PT-R3 each paper counts by its own kind and its latest end; the reason names all that are overdue", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner);
  const ended = (kind: contract.PaperKind, days: number) =>
    givenPaper(app, partner, { kind, expireOn: dayIn(app, -days) });
  await ended("LICENSE", 50);
  await ended("INSURANCE", 40);
  await ended("INSURANCE", 15);
  await ended("ACCOUNT", 14);
  await ended("PERMIT", 60); // only wanted
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

test("PT-R3 PT-R20 a paper that another of its kind has followed ends in silence; no partner but one at work is drafted", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: dayIn(app, 300) });
  await midnight();
  assert.deepEqual([(await standing(partner)).riskTags, await noticesTo(manager.user.id)], [[], []]);
  await givenPaper(app, partner, { kind: "DATA", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "PERMIT", expireOn: dayIn(app, -1) });
  await givenPaper(app, partner, { kind: "INSURANCE", expireOn: dayIn(app, -15) });
  await midnight();
  assert.deepEqual(
    (await noticesTo(manager.user.id)).map(({ title, content }) => [title, content]).sort(),
    [
      [`${partner.shortName}资质过期`, "行业许可已过期"],
      [`${partner.shortName}资质过期`, "责任保险已过期"],
      [`${partner.shortName}资质过期`, "数据安全承诺已过期，14天后将停止线索下发"],
    ].sort(),
  );
  const resting = await givenPartner(app, { state: "SUSPENDED" });
  await givenPaper(app, resting, { kind: "LICENSE", expireOn: dayIn(app, -90) });
  await midnight();
  assert.deepEqual([(await standing(resting)).riskTags, await draftsOf(resting)], [["PAPER"], []]);
});

test("PT-R3 whoever uploaded a paper does not review it", async () => {
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
    ...{ state: "VALID", isOwn: false },
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

test("PT-R20 the manager hears of a paper 30 and 7 days before its end and when it has ended, once each", async () => {
  const manager = await app.signIn({ permissions: codes });
  const partner = await givenPartner(app, { managerId: manager.user.id });
  const end = dayIn(app, 31);
  await givenPaper(app, partner, { kind: "LICENSE", expireOn: end });
  await morning();
  assert.deepEqual(await noticesTo(manager.user.id), []);
  const heard: string[] = [];
  for (const days of [1, 5, 18, 1, 7]) {
    passDays(days);
    await midnight();
    await morning();
    await morning();
    await app.rows("update notice set read_at = now() where user_id = $1", [manager.user.id]);
    heard.push(String((await noticesTo(manager.user.id)).length));
  }
  assert.deepEqual(heard, ["1", "1", "2", "2", "3"]);
  assert.deepEqual(
    (await noticesTo(manager.user.id)).map(({ content }) => content),
    [`营业执照将于${end}到期`, `营业执照将于${end}到期`, "营业执照已过期，14天后将停止线索下发"],
  );
});
