import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerKinds } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { requiredPapers } from "../qualification/required.ts";
import { dayIn, givenContract, givenPaper, givenPartner, givenStaff, testApp } from "../testing.ts";
import { onboardSchedules } from "./jobs.ts";
import { planOf } from "./plan.ts";
import { syncTasks } from "./sync.ts";
import { onboardParams, planTasks } from "./template.ts";

const app = testApp();
const work: JobRun = { step: (act) => app.arrange(act) };
const STAFF = ["partner:staff:view", "partner:staff:account"];
const codes = ["partner:partner:view", "partner:partner:edit", "partner:onboard:handle"];

async function coming(wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  const partner = await givenPartner(app, { state: "ONBOARDING", ...wishes });
  await app.arrange((tx) => syncTasks(tx, partner));
  return partner;
}

test("PT-R18 papers and tasks of each kind are those of the table", async () => {
  const papers = "LICENSE ACCOUNT";
  const money = "CONTRACT SETTLE";
  const expected: Readonly<Record<contract.PartnerKind, readonly [string, string]>> = {
    AGENT: [`${papers} INSURANCE DATA | PERMIT`, "CONTRACT DEPOSIT STORE ADMIN CERT3 SETTLE |"],
    DELIVERY: [`${papers} INSURANCE DATA |`, "CONTRACT ADMIN CERT2 SETTLE | DEPOSIT STORE"],
    SERVICE: [`${papers} PERMIT INSURANCE DATA |`, "CONTRACT DEPOSIT STORE ADMIN CERT2 SETTLE |"],
    CHARGER: [`${papers} PERMIT INSURANCE DATA |`, "CONTRACT ADMIN CERT2 SETTLE | DEPOSIT"],
    FINANCE: [`${papers} PERMIT DATA |`, `${money} | ADMIN API`],
    INSURANCE: [`${papers} PERMIT DATA |`, `${money} | ADMIN API`],
    CLUE: [`${papers} DATA |`, "CONTRACT ADMIN API SETTLE |"],
    EVENT: [`${papers} INSURANCE | PERMIT`, `${money} |`],
    OTHER: [`${papers} |`, `${money} |`],
  };
  await app.arrange(async (tx) => {
    for (const kind in partnerKinds) {
      const { required, wanted } = requiredPapers(tx, { kinds: [kind] });
      const tasks = planTasks(tx, { kinds: [kind] }, "2026-01-01");
      const codesOf = (mandatory: boolean) =>
        tasks
          .filter((task) => task.mandatory === mandatory)
          .map(({ code, name }) => code + (/(\d+)人/.exec(name)?.[1] ?? ""))
          .join(" ");
      const told = [`${required.join(" ")} | ${wanted.join(" ")}`, `${codesOf(true)} | ${codesOf(false)}`];
      assert.deepEqual(
        told.map((text) => text.trim()),
        Object.entries(expected).find(([code]) => code === kind)?.[1],
        kind,
      );
    }
    const dueOf = (kind: string) =>
      planTasks(tx, { kinds: [kind] }, "2026-01-01").map(({ code, dueOn, after }) => `${code} ${dueOn} ${after}`);
    assert.deepEqual(dueOf("AGENT"), [
      "CONTRACT 2026-01-11 ",
      "DEPOSIT 2026-01-16 ",
      "STORE 2026-01-31 CONTRACT",
      "ADMIN 2026-01-08 paper:DATA",
      "CERT 2026-01-28 ADMIN",
      "SETTLE 2026-01-11 ",
    ]);
    assert.deepEqual(dueOf("CLUE").slice(2, 3), ["API 2026-01-16 "]);
    const both = planTasks(tx, { kinds: ["DELIVERY", "AGENT"] }, "2026-01-01");
    assert.ok(
      both.every(({ mandatory }) => mandatory),
      "what one kind must have, the partner must have",
    );
    assert.ok(both.some(({ name }) => name === "关键岗位认证（至少3人）"));
  });
});

test("PT-R18 a task waits for what comes before it, tasks and papers", async () => {
  const clerk = await app.signIn({ permissions: codes });
  const partner = await coming();
  const tasks = async () => (await clerk.call(contract.listOnboardTasks, { params: { id: partner.id } })).data.tasks;
  const task = async (code: string) => {
    const found = (await tasks()).find((one) => one.code === code);
    assert.ok(found);
    return found;
  };
  const finish = async (code: string) => {
    const { id, version } = await task(code);
    return clerk.call(contract.finishOnboardTask, { params: { id }, body: { evidence: "已完成，见附件", version } });
  };
  assert.deepEqual((await task("STORE")).blockers, ["主合同签署"]);
  const early = await finish("STORE");
  assert.deepEqual([early.msgCode, early.msg], ["PARTNER_TASK_DEP", "前置任务未完成：主合同签署"]);
  assert.equal((await finish("ADMIN")).msg, "前置任务未完成：数据安全承诺");
  await givenPaper(app, partner, { kind: "DATA" });
  assert.equal((await finish("ADMIN")).data.state, "DONE");
  assert.equal((await finish("CONTRACT")).data.state, "DONE");
  assert.equal((await finish("STORE")).data.state, "DONE");
  const { id, version } = await task("CONTRACT");
  const rejected = await clerk.call(contract.rejectOnboardTask, {
    params: { id },
    body: { reason: "缺签章页", version },
  });
  assert.partialDeepStrictEqual(rejected.data, { state: "REJECTED", note: "缺签章页" });
  const start = await task("DEPOSIT");
  const begun = { params: { id: start.id }, body: { version: start.version } };
  assert.equal((await clerk.call(contract.startOnboardTask, begun)).data.state, "DOING");
  assert.equal((await finish("DEPOSIT")).msg, "");
  assert.equal((await finish("DEPOSIT")).msg, "入驻任务当前状态为【已完成】，不能执行【完成】");
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [partner.id]);
  assert.equal((await finish("SETTLE")).msg, "当前为【合作中】，不能修改入驻任务");
});

test("PT-R18 the system completes tasks that depend on facts, and the board follows", async () => {
  const clerk = await app.signIn({ permissions: [...codes, "partner:deposit:edit", ...STAFF] });
  const partner = await coming();
  const states = async () => {
    const { data } = await clerk.call(contract.listOnboardTasks, { params: { id: partner.id } });
    return Object.fromEntries(data.tasks.map(({ code, state, evidence }) => [code, evidence ?? state]));
  };
  const stage = async () => {
    const { data } = await clerk.call(contract.showBoard, {});
    return data.find(({ partners }) => partners.some(({ id }) => id === partner.id))?.stage;
  };
  assert.equal(await stage(), "CONTRACT");
  const { contractNo } = await givenContract(app, partner, { depositFen: 10_000_00 });
  assert.partialDeepStrictEqual(await states(), {
    CONTRACT: `系统确认：主合同${contractNo}已签署`,
    DEPOSIT: "WAITING",
    ADMIN: "WAITING",
    SETTLE: "WAITING",
  });
  assert.equal(await stage(), "PREPARING");
  const paid = (amountFen: number) =>
    clerk.call(contract.addDeposit, {
      params: { id: partner.id },
      body: { kind: "PAY", amountFen, happenedOn: dayIn(app, 0), voucher: "PZ1" },
    });
  await paid(9_000_00);
  assert.equal((await states())["DEPOSIT"], "WAITING");
  await paid(1_000_00);
  assert.equal((await states())["DEPOSIT"], `系统确认：余额10000.00元，满足合同${contractNo}约定`);
  const wishes = { positionCode: "ADMIN", name: "钱管理", certWaiver: "x", state: "TRAINING" as const };
  const { id, version } = await givenStaff(app, { partner, ...wishes });
  const opened = await clerk.call(contract.openStaffAccount, { params: { id }, body: { version } });
  assert.equal(opened.msg, "");
  assert.equal((await states())["ADMIN"], "WAITING", "the promise about data comes before it");
  const paper = await givenPaper(app, partner, { kind: "DATA", state: "WAITING" });
  const reviewer = await app.signIn({ permissions: ["partner:partner:view", "partner:qualification:approve"] });
  const approved = { params: { id: paper.id }, body: { version: paper.version } };
  assert.equal((await reviewer.call(contract.approveQualification, approved)).msg, "");
  assert.equal((await states())["ADMIN"], "系统确认：管理员钱管理的账号已开通");
});

test("PT-R18 the longest chain of open tasks gives the day on which the partner can begin", async () => {
  const line = (code: string, dueOn: string, dependsOn: string[] = [], state = "WAITING") => ({
    code,
    dueOn,
    dependsOn,
    state,
    days: 10,
    mandatory: true,
  });
  const tasks = [line("A", "2026-01-10"), line("B", "2026-01-12", ["A"]), line("C", "2026-01-15")];
  const plan = planOf(tasks, "2026-01-01", addDays);
  assert.deepEqual([plan.readyOn, [...plan.critical]], ["2026-01-20", ["B", "A"]]);
  const late = planOf(tasks, "2026-02-01", addDays);
  assert.deepEqual([late.readyOn, [...late.critical]], ["2026-02-11", ["B", "A"]]);
  const halfway = planOf([line("A", "2026-01-10", [], "DONE"), ...tasks.slice(1)], "2026-01-01", addDays);
  assert.deepEqual([halfway.readyOn, [...halfway.critical]], ["2026-01-15", ["C"]]);
  assert.equal(planOf([line("A", "2026-01-10", [], "DONE")], "2026-01-01", addDays).readyOn, null);
  const wanted = { ...line("D", "2026-09-09"), mandatory: false };
  assert.equal(
    planOf([...tasks, wanted], "2026-01-01", addDays).readyOn,
    "2026-01-20",
    "what is only wanted delays nothing",
  );
  const exact = planOf([line("A", "2026-01-10"), line("B", "2026-01-20", ["A"])], "2026-01-01", addDays);
  assert.deepEqual([exact.readyOn, [...exact.critical]], ["2026-01-20", ["B", "A"]], "no day to spare is critical");
  const circle = planOf([line("A", "2026-01-10", ["B"]), line("B", "2026-01-12", ["A"])], "2026-01-01", addDays);
  assert.deepEqual([circle.readyOn, [...circle.critical]], ["2026-01-30", ["A", "B"]], "a circle ends");
  const clerk = await app.signIn({ permissions: codes });
  const partner = await coming({ approvedAt: app.now() });
  const { data } = await clerk.call(contract.listOnboardTasks, { params: { id: partner.id } });
  assert.equal(data.readyOn, addDays(dayOf(app.now()), 30));
  assert.deepEqual(
    data.tasks.filter(({ isCritical }) => isCritical).map(({ code }) => code),
    ["CONTRACT", "STORE"],
  );
});

test("PT-R18 the templates are settings, and a change of kinds brings the tasks up to date", async () => {
  const [agent] = onboardParams;
  assert.ok(agent);
  assert.equal(agent.parse("主合同签署，没有的任务"), null);
  assert.equal(agent.parse("主合同签署，接口联调?"), "主合同签署，接口联调?");
  const partner = await coming();
  const codesNow = () =>
    app.rows<{ code: string; mandatory: boolean }>(
      "select code, mandatory from partner_onboard_task where partner_id = $1 order by sort, code",
      [partner.id],
    );
  assert.equal((await codesNow()).length, 6);
  await app.rows("update partner_onboard_task set state = 'DONE' where partner_id = $1 and code = 'CERT'", [
    partner.id,
  ]);
  await setParam(app, agent, "主合同签署，接口联调?");
  await app.arrange((tx) => syncTasks(tx, partner));
  await app.arrange((tx) => syncTasks(tx, partner));
  assert.deepEqual(await codesNow(), [
    { code: "CONTRACT", mandatory: true },
    { code: "API", mandatory: false },
    { code: "CERT", mandatory: false },
  ]);
  await setParam(app, agent, agent.initial);
});

test("PT-R20 the responsible people are notified when a task can begin, and when it is late", async () => {
  const finance = await app.signIn({ permissions: ["partner:deposit:edit", "partner:partner:view"] });
  const region = await app.signIn({ permissions: codes });
  const partner = await coming({ approvedAt: app.now() });
  await app.arrange((tx) => syncTasks(tx, partner)); // nothing has changed, so nobody is notified again
  const heard = async (userId: string) => {
    const rows = await app.rows<{ content: string }>(
      "select content from notice where user_id = $1 and content like $2 order by created_at, id",
      [userId, `${partner.shortName}入驻任务%`],
    );
    return rows.map(({ content }) => content);
  };
  assert.deepEqual(await heard(finance.user.id), [`${partner.shortName}入驻任务【保证金到账】待处理`]);
  assert.deepEqual(await heard(region.user.id), []);
  const { data } = await region.call(contract.listOnboardTasks, { params: { id: partner.id } });
  const task = data.tasks.find(({ code }) => code === "CONTRACT");
  assert.ok(task);
  const body = { evidence: "已签署", version: task.version };
  await region.call(contract.finishOnboardTask, { params: { id: task.id }, body });
  const ready = `${partner.shortName}入驻任务【门店建档并验收】待处理`;
  assert.deepEqual(await heard(region.user.id), [ready]);
  const store = (await region.call(contract.listOnboardTasks, { params: { id: partner.id } })).data.tasks.find(
    ({ code }) => code === "STORE",
  );
  assert.ok(store);
  const params = { id: store.id };
  const done = { evidence: "已验收", version: store.version };
  const { data: finished } = await region.call(contract.finishOnboardTask, { params, body: done });
  await app.rows("update notice set read_at = now() where user_id = $1", [region.user.id]);
  const back = { reason: "照片不清", version: finished.version };
  assert.equal((await region.call(contract.rejectOnboardTask, { params, body: back })).msg, "");
  assert.deepEqual(await heard(region.user.id), [ready, ready], "what is sent back waits for them again");
  await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1 and code = 'DEPOSIT'", [
    partner.id,
    dayIn(app, -4),
  ]);
  for (const one of onboardSchedules) await one.run(work);
  for (const one of onboardSchedules) await one.run(work);
  assert.deepEqual((await heard(finance.user.id)).slice(1), [`${partner.shortName}入驻任务【保证金到账】已逾期4天`]);
});
