import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenNodesOf, givenProject, testApp } from "../testing.ts";

const app = testApp();

test("ST-R20 what the nodes of a draft wait for changes as nodes go; after the start it stays", async () => {
  const me = await app.signIn({ permissions: ["store:project:list", "store:node:edit"] });
  const [draft, running] = [await givenProject(app, { state: "DRAFT" }), await givenProject(app)];
  const [{ TRN: out, OPN: opening }, { OPN: fixed }] = [
    await givenNodesOf(app, draft),
    await givenNodesOf(app, running),
  ];
  assert.ok(out && opening && fixed);
  const save = (id: string, body: object) => me.call(contract.saveProjectNodes, { params: { id }, body });
  const alone = await save(draft.id, { removedIds: [out.id] });
  assert.deepEqual([alone.msgCode, alone.msg], ["STORE_NODE_UNKNOWN", "前置节点不存在：TRN"]);
  const changed = [{ id: opening.id, version: 1, predecessorCodes: ["BLD"] }];
  const saved = await save(draft.id, { removedIds: [out.id], changed });
  assert.deepEqual(
    saved.data.nodes.map(({ code, predecessorCodes }) => [code, predecessorCodes]),
    [
      ["BLD", []],
      ["OPN", ["BLD"]],
    ],
  );
  const circle = [{ id: opening.id, version: 2, predecessorCodes: ["OPN"] }];
  assert.equal((await save(draft.id, { changed: circle })).msgCode, "STORE_NODE_CYCLE");
  const late = await save(running.id, { changed: [{ id: fixed.id, version: 1, predecessorCodes: [] }] });
  assert.equal(late.msg, "门店项目当前状态为【进行中】，不能执行【增删节点】");
});

test("store 5.7 what is not sent with the progress of a node stays: its owner, its order and why it is late", async () => {
  const me = await app.signIn({ permissions: ["store:project:list", "store:node:edit"] });
  const project = await givenProject(app, { owner: me.user.id, node: { delayReason: "雨季" } });
  const { BLD: node } = await givenNodesOf(app, project);
  assert.ok(node);
  const body = { changed: [{ id: node.id, version: 1, progress: 10 }] };
  const { data } = await me.call(contract.saveProjectNodes, { params: { id: project.id }, body });
  const [saved] = data.nodes;
  assert.deepEqual([saved?.progress, saved?.ownerUserId, saved?.delayReason], [10, me.user.id, "雨季"]);
});
