import assert from "node:assert/strict";
import { test } from "node:test";
import { getFileUrl, removeFile } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { dayIn, givenContract, givenPaper, givenPartner, givenTerms, givenUpload, testApp } from "../testing.ts";

const app = testApp();
const codes = ["contract:view", "contract:edit", "contract:approve", "contractTerms:view"].map(
  (code) => `partner:${code}`,
);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const kept = (state: string) => ["PARTNER_FILE_KEPT", `当前为【${state}】，附件不能删除`];

type Client = Awaited<ReturnType<typeof app.signIn>>;
const remove = (client: Client, id: string) => client.call(removeFile, { params: { id } });

/** Makes a draft of this person with one file. */
async function draft(client: Client, partner: { id: string }) {
  const fileId = await givenUpload(app, client, "partnerContract");
  const body = {
    partnerId: partner.id,
    contractNo: `E${fileId.slice(-12)}`,
    kind: "MAIN" as const,
    title: "年度合作合同",
    startOn: dayIn(app, 0),
    endOn: dayIn(app, 364),
    terms: givenTerms,
    depositFen: 0,
    fileIds: [fileId],
  };
  return { fileId, draft: (await client.call(contract.createContract, { body })).data };
}

const versioned = ({ id, version }: { id: string; version: number }) => ({ params: { id }, body: { version } });

test("partner 12 the file of a contract cannot be removed after its submission; signing uses the existing files", async () => {
  const [author, approver] = [await app.signIn({ permissions: codes }), await app.signIn({ permissions: codes })];
  const partner = await givenPartner(app);
  const one = await draft(author, partner);
  const waiting = await author.call(contract.submitContract, versioned(one.draft));
  assert.deepEqual(whyNot(await remove(author, one.fileId)), kept("审批中"));
  const { params, body } = versioned(waiting.data);
  const { data: agreed } = await approver.call(contract.approveContract, { params, body });
  assert.deepEqual(whyNot(await remove(author, one.fileId)), kept("待签署"));
  const signature = { signedOn: dayIn(app, 0), brandSigner: "王总", partnerSigner: "张总", fileIds: [] };
  const asDrafted = await author.call(contract.signContract, {
    params,
    body: { ...signature, version: agreed.version },
  });
  assert.deepEqual(
    asDrafted.data.files.map(({ id, stored }) => [id, stored?.id]),
    [[one.fileId, one.fileId]],
    "what was approved is what is signed",
  );

  const bare = await draft(author, await givenPartner(app));
  assert.equal((await remove(author, bare.fileId)).success, true, "a draft is still written");
  const submitted = await author.call(contract.submitContract, versioned(bare.draft));
  const approved = await approver.call(contract.approveContract, {
    params: { id: bare.draft.id },
    body: { version: submitted.data.version },
  });
  const signed = await author.call(contract.signContract, {
    params: { id: bare.draft.id },
    body: { ...signature, version: approved.data.version },
  });
  assert.deepEqual(whyNot(signed), ["PARTNER_CONTRACT_FILE", "请上传已签署合同"]);
});

test("PT-R3 reviewed evidence stays: papers, completed tasks and submitted suspensions", async () => {
  const client = await app.signIn({
    permissions: [
      "partner:partner:view",
      "partner:qualification:edit",
      "partner:onboard:handle",
      "partner:partner:suspend",
      "partner:suspension:view",
    ],
  });
  const partner = await givenPartner(app);
  const attached = async (bizType: string, bizId: string) => {
    const id = await givenUpload(app, client, bizType);
    await app.rows("update file set status = 'BOUND', biz_id = $2 where id = $1", [id, bizId]);
    return id;
  };
  for (const [state, answer] of [
    ["VALID", kept("有效")],
    ["REJECTED", kept("驳回")],
    ["EXPIRED", kept("过期")],
    ["WAITING", ["", ""]],
  ] as const) {
    const { id } = await givenPaper(app, partner, { kind: "OTHER", state });
    assert.deepEqual(whyNot(await remove(client, await attached("partnerQualification", id))), answer, state);
  }
  const stamp = "created_at, created_by, updated_at, updated_by";
  const inserted = async (into: string, values: string) => {
    const text = `insert into ${into} values (gen_random_uuid(), now(), $1, now(), $1, $1, ${values}) returning id`;
    const [row] = await app.rows<{ id: string }>(text, [partner.id]);
    assert.ok(row);
    return row.id;
  };
  const columns = "code, name, owner_role, owner_code, mandatory, days, due_on, state, sort";
  const tasks = `partner_onboard_task (id, ${stamp}, partner_id, ${columns})`;
  const done = await inserted(tasks, "'X', '任务', '渠道', 'x', true, 1, current_date, 'DONE', 1");
  assert.deepEqual(whyNot(await remove(client, await attached("partnerOnboardTask", done))), kept("已完成"));
  const stops = `partner_suspension (id, ${stamp}, partner_id, kind, reason, state, submitted_by, submitted_at)`;
  const handedIn = await inserted(stops, "'SUSPEND', '违约', 'DRAFT', $1, now()");
  assert.deepEqual(whyNot(await remove(client, await attached("partnerSuspension", handedIn))), kept("待复核"));
  await app.rows("update partner_suspension set submitted_by = null, submitted_at = null where id = $1", [handedIn]);
  assert.equal((await remove(client, await attached("partnerSuspension", handedIn))).success, true);
});

test("partner 7 terms, and the files with them, are visible for partners in the scope of the permission for terms", async () => {
  const [own, other] = [await givenPartner(app), await givenPartner(app)];
  assert.ok(own.orgId);
  const reader = await app.signIn({
    permissions: codes,
    scope: "ALL",
    organization: { id: own.orgId },
    scopeOverrides: { "partner:contractTerms:view": "ORG_TREE" },
  });
  const author = await app.signIn({ permissions: codes });
  const [seen, hidden] = [await draft(author, own), await draft(author, other)];
  const { data } = await reader.call(contract.listContracts, { query: { pageSize: 100 } });
  const termsOf = (id: string) => data.list.find((row) => row.id === id)?.terms;
  assert.deepEqual([termsOf(seen.draft.id), termsOf(hidden.draft.id)], [givenTerms, null]);
  const { params, body } = versioned(hidden.draft);
  const { title, startOn, endOn } = hidden.draft;
  const secretly = { ...body, title, startOn, endOn, terms: { ...givenTerms, accountLimit: 999 } };
  assert.equal((await reader.call(contract.editContract, { params, body: secretly })).msgCode, "COMMON_FORBIDDEN");
  const open = (id: string) => reader.call(getFileUrl, { params: { id } });
  assert.equal((await open(seen.fileId)).success, true);
  assert.equal((await open(hidden.fileId)).success, false);
  const plain = await app.signIn({ permissions: ["partner:contract:view"] });
  assert.equal((await plain.call(getFileUrl, { params: { id: seen.fileId } })).success, false);
  const stranger = await app.signIn({ permissions: ["partner:contractTerms:view"] });
  const unseen = await stranger.call(getFileUrl, { params: { id: seen.fileId } });
  assert.equal(unseen.success, false, "who does not see the contract does not see its file");
});

test("PT-R19 a partner that leaves or has left starts no contract, but its contracts can be ended", async () => {
  const client = await app.signIn({ permissions: codes });
  for (const [state, label] of [
    ["EXITING", "清退中"],
    ["TERMINATED", "已终止"],
  ] as const) {
    const partner = await givenPartner(app);
    const held = await givenContract(app, partner);
    await app.rows("update partner set state = $2 where id = $1", [partner.id, state]);
    const { params, body } = versioned(held);
    const renewed = await client.call(contract.renewContract, {
      params,
      body: { ...body, contractNo: `R${held.contractNo}`, endOn: dayIn(app, 700) },
    });
    assert.deepEqual(whyNot(renewed), ["PARTNER_CLOSED", `合作伙伴为【${label}】，不能续签合同`]);
    const ended = await client.call(contract.terminateContract, { params, body: { ...body, reason: "清退" } });
    assert.equal(ended.data.state, "TERMINATED");
    const closed = (action: string) => ["PARTNER_CLOSED", `合作伙伴为【${label}】，不能${action}合同`];
    const next = { startOn: dayIn(app, 300), endOn: dayIn(app, 310) };
    const draft = versioned(await givenContract(app, partner, { ...next, state: "DRAFT" }));
    const waiting = versioned(await givenContract(app, partner, { ...next, state: "REVIEW" }));
    const words = { title: "改", ...next };
    assert.deepEqual(
      [
        whyNot(await client.call(contract.editContract, { ...draft, body: { ...draft.body, ...words } })),
        whyNot(await client.call(contract.submitContract, draft)),
        whyNot(await client.call(contract.approveContract, waiting)),
      ],
      [closed("修改"), closed("提交审批"), closed("审批通过")],
    );
    const back = { ...waiting, body: { ...waiting.body, reason: "清退" } };
    assert.equal((await client.call(contract.rejectContract, back)).data.state, "DRAFT", "what waits is sent back");
  }
});
