import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { listApprovalChains, listApprovals, listFlowLevels } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenContract, givenPartner, testApp } from "../testing.ts";

const app = testApp();
const codes = ["contract:view", "contract:edit", "contract:approve"].map((code) => `partner:${code}`);
const approver = (scope: "ALL" | "ORG" = "ALL") => app.signIn({ permissions: codes, scope });
type Client = Awaited<ReturnType<typeof approver>>;
const waitingFor = async (client: Client) =>
  (await client.call(listApprovals, { query: { box: "WAITING", kind: "partner.contract", pageSize: 100 } })).data.list;
const decideBy = (client: Client, { bizId, bizVersion }: { bizId: string; bizVersion: number }, isApproved = true) => {
  const params = { id: bizId };
  if (isApproved) return client.call(contract.approveContract, { params, body: { version: bizVersion } });
  return client.call(contract.rejectContract, { params, body: { version: bizVersion, reason: "条款不全" } });
};

const askedFor = async ({ id }: { id: string }) =>
  (await app.rows<{ asked: string[] }>("select asked from approval where biz_id = $1", [id]))[0]?.asked ?? [];

/** Makes a contract that somebody has submitted. */
async function handedIn(managerId?: string) {
  const author = await approver();
  const partner = await givenPartner(app, managerId === undefined ? {} : { managerId });
  const draft = await givenContract(app, partner, { state: "DRAFT" });
  const handed = { params: { id: draft.id }, body: { version: draft.version } };
  const { data } = await author.call(contract.submitContract, handed);
  return { author, id: draft.id, version: data.version, contractNo: draft.contractNo };
}

test("PF-R113 a submitted contract is in 待我审批 of the people who may approve it, with the module's own calls", async () => {
  const { author, id, version, contractNo } = await handedIn();
  const other = await approver();
  const shown = (await waitingFor(other)).find(({ bizId }) => bizId === id);
  assert.partialDeepStrictEqual(shown, {
    kindLabel: "伙伴合同",
    bizNo: contractNo,
    bizVersion: version,
    levelLabel: "合同审批",
    overlay: "partnerContract",
    mostTogether: 1,
    calls: [
      { verdict: "APPROVE", path: `/partner/v1/contracts/${id}/approve`, noteIn: "note", needsNote: false },
      { verdict: "REJECT", path: `/partner/v1/contracts/${id}/reject`, noteIn: "reason", needsNote: true },
    ],
  });
  assert.deepEqual(
    shown?.facts.map(({ label }) => label),
    ["伙伴", "类型", "期限", "保证金"],
  );
  const ids = async (client: Client) => (await waitingFor(client)).map(({ bizId }) => bizId);
  assert.equal((await ids(author)).includes(id), false, "not of the person who handed it in");
  assert.equal((await ids(await approver("ORG"))).includes(id), false, "not of somebody whose scope ends elsewhere");
});

test("PF-R117 a contract shows its chain: who submitted it, who decided, when and why", async () => {
  const { id, version } = await handedIn();
  const [first, second] = [await approver(), await approver()];
  const rejected = await decideBy(first, { bizId: id, bizVersion: version }, false);
  assert.equal(rejected.data.state, "DRAFT");
  const again = { params: { id }, body: { version: rejected.data.version } };
  const { data: waiting } = await second.call(contract.submitContract, again);
  await decideBy(await approver(), { bizId: id, bizVersion: waiting.version });
  const chains = await first.call(listApprovalChains, { params: { bizType: "partnerContract", bizId: id } });
  assert.deepEqual(
    chains.data.map(({ state, levels }) => [state, levels.map(({ verdict, note }) => [verdict, note])]),
    [
      ["APPROVED", [["APPROVE", ""]]],
      ["REJECTED", [["REJECT", "条款不全"]]],
    ],
  );
  assert.equal(chains.data[1]?.levels[0]?.names[0], first.user.userName);
});

test("PF-R113 a contract that is terminated during its review waits for nobody, and two parallel approvals count once", async () => {
  const ended = await handedIn();
  const other = await approver();
  const reason = { reason: "不再合作", version: ended.version };
  await other.call(contract.terminateContract, { params: { id: ended.id }, body: reason });
  const [row] = await app.rows("select state from approval where biz_id = $1", [ended.id]);
  assert.deepEqual(row, { state: "WITHDRAWN" });
  const raced = await handedIn();
  const deciders = [await approver(), await approver()];
  const answers = await Promise.all(
    deciders.map((client) => decideBy(client, { bizId: raced.id, bizVersion: raced.version })),
  );
  assert.deepEqual(answers.map(({ success }) => success).toSorted(), [false, true]);
  assert.equal(answers.find(({ success }) => !success)?.msgCode, "COMMON_VERSION_CONFLICT");
});

test("PF-R113 the manager of the partner is asked, too, whose scope is 本人; without the code nobody is", async () => {
  const [manager, idle] = [await app.signIn({ permissions: codes, scope: "SELF" }), await app.signIn()];
  const far = await approver();
  const handed = await handedIn(manager.user.id);
  const asked = await askedFor(handed);
  assert.deepEqual([asked.includes(manager.user.id), asked.includes(far.user.id)], [true, true]);
  const told = await app.rows("select title from notice where user_id = $1", [manager.user.id]);
  assert.deepEqual(told, [{ title: "伙伴合同待您审批" }]);
  assert.ok(!(await askedFor(await handedIn(idle.user.id))).includes(idle.user.id));
  const decided = await decideBy(manager, { bizId: handed.id, bizVersion: handed.version });
  assert.equal(decided.data.state, "APPROVED");
});

test("PF-R118 a contract that only an administrator or an account for looking is in charge of is 无人可审", async () => {
  const managers = [await app.signIn({ boolAdmin: true }), await app.signIn({ permissions: codes, scope: "SELF" })];
  await app.rows("update app_user set read_only = true where id = $1", [managers[1]?.user.id]);
  for (const { user } of managers) {
    await app.rows("update app_user set frozen_reason = '核查' where id <> $1", [user.id]); // leaves no other holder
    const asking = await handedIn(user.id);
    assert.deepEqual(await askedFor(asking), []);
    const operator = await app.signIn({ permissions: ["platform:approval:list"] });
    const { unmanned } = (await operator.call(listFlowLevels, {})).data;
    assert.ok(unmanned.some(({ bizId }) => bizId === asking.id));
    await app.rows("update app_user set frozen_reason = null where id = any($1::uuid[])", [
      managers.map((manager) => manager.user.id),
    ]);
  }
});

test("PF-R113 contracts that were in review before there were flows are migrated and can be decided", async () => {
  const contractRow = await givenContract(app, await givenPartner(app), { state: "REVIEW", depositFen: 12_345 });
  const before = await factsOf(contractRow.id);
  await app.rows("delete from timer where kind = 'platform.approvalLevel'");
  await app.rows("delete from approval where state = 'OPEN'");
  const file = join(import.meta.dirname, "..", "migrations", "0052-contract-approvals.sql");
  for (const statement of (await readFile(file, "utf8")).split(/;\n/).filter((text) => text.includes("insert"))) {
    await app.rows(statement);
  }
  assert.deepEqual(await factsOf(contractRow.id), before);
  const other = await approver();
  await app.rows("update timer set next_try_at = $1 where kind = 'platform.approvalLevel'", [app.now()]);
  await app.node.timers.fireAll();
  const [asked] = await app.rows<{ asked: string[] }>("select asked from approval where biz_id = $1", [contractRow.id]);
  assert.ok(asked?.asked.includes(other.user.id));
  const shown = (await waitingFor(other)).find(({ bizId }) => bizId === contractRow.id);
  assert.ok(shown);
  assert.equal((await decideBy(other, shown)).data.state, "APPROVED");
});

async function factsOf(bizId: string) {
  const [row] = await app.rows(
    `select biz_no, biz_version, org_id, title, facts, levels, level_no, level_code, level_org_id, is_at_record, state,
       applicant_id, parties from approval where biz_id = $1`,
    [bizId],
  );
  return row;
}
