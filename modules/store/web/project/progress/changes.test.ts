import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectNode } from "@ops/store/contract";
import { bodyOf, editedNodes, foresee, noEdits, removeNode, shiftNodes, typeNode } from "./changes.ts";
import { keepMine, outdatedNodes, takeLatest } from "./node-conflicts.ts";

const node = (id: string, given: Partial<ProjectNode> = {}): ProjectNode => ({
  id,
  version: 1,
  projectId: "p",
  code: id,
  stage: "BUILD",
  name: id,
  isMilestone: false,
  durationDays: 10,
  weight: 10,
  predecessorCodes: [],
  evidenceMin: 0,
  standardText: "",
  ownerUserId: null,
  planStart: "2026-06-01",
  planEnd: "2026-06-10",
  baselineStart: null,
  baselineEnd: null,
  forecastEnd: null,
  actualStart: null,
  actualEnd: null,
  progress: 0,
  checklist: [],
  state: "NOT_STARTED",
  delayReason: null,
  waiveReason: null,
  ownerUserName: null,
  overdueDays: 0,
  photos: 0,
  isOwn: false,
  ...given,
});

const begun = node("A", { state: "DOING", actualStart: "2026-06-03", progress: 20 });
const opening = node("B", {
  stage: "OPENING",
  planStart: "2026-06-11",
  planEnd: "2026-06-18",
  durationDays: 8,
  predecessorCodes: ["A"],
});

const projectOf = (...nodes: ProjectNode[]) => {
  return { id: "p", nodes, baselineOpenDate: "2026-06-18", managerUserName: "周文博" };
};

test("ST-R21 the page foresees the opening of what was typed as the server will", () => {
  const project = projectOf(begun, opening);
  const edits = typeNode(noEdits, begun, { progress: 50 });
  assert.deepEqual(foresee(project, edits, "2026-06-12"), { forecastOpenDate: "2026-06-24", slip: 6 });
  assert.equal(foresee(project, noEdits, "2026-06-12").forecastOpenDate, "2026-06-27");
});

test("a node that gets its first progress begins today, and its days follow its dates", () => {
  const edits = typeNode(noEdits, node("A"), { progress: 10, planEnd: "2026-06-05" });
  const [changed] = editedNodes(projectOf(node("A")), edits, "2026-06-02");
  assert.deepEqual([changed?.state, changed?.actualStart, changed?.durationDays], ["DOING", "2026-06-02", 5]);
});

test("平移日期 moves chosen nodes that can still be planned, on top of what was typed", () => {
  const project = projectOf(begun, opening, node("C", { state: "DONE" }));
  const edits = typeNode(noEdits, begun, { planEnd: "2026-06-12", progress: 30 });
  const { changed } = bodyOf(shiftNodes(edits, project, ["A", "C"], 3));
  assert.deepEqual(changed, [{ id: "A", version: 1, planStart: "2026-06-04", planEnd: "2026-06-15", progress: 30 }]);
});

test("ST-R20 a node that is taken out of a draft leaves nobody waiting for it, and a new one is sent as added", () => {
  const { id: _id, projectId: _of, version: _version, ...added } = node("N");
  const project = projectOf(node("A"), node("B", { predecessorCodes: ["A"] }), node("C", { predecessorCodes: ["B"] }));
  const middle = project.nodes[1];
  assert.ok(middle);
  const edits = removeNode({ ...noEdits, added: [{ ...added, predecessorCodes: ["B"] }] }, project, middle);
  const body = bodyOf(edits);
  assert.deepEqual(body.removedIds, ["B"]);
  assert.deepEqual(body.changed, [{ id: "C", version: 1, predecessorCodes: ["A"] }]);
  assert.deepEqual(
    body.added.map(({ code, predecessorCodes }) => [code, predecessorCodes]),
    [["N", ["A"]]],
  );
  const [, , fresh] = editedNodes(project, edits, "2026-06-02");
  assert.deepEqual([fresh?.name, fresh?.ownerUserName], ["N", "周文博"]);
  assert.ok(fresh);
  assert.deepEqual(bodyOf(removeNode(edits, project, fresh)).added, [], "what was never saved is simply gone");
});

test("store 12 progress saved by two shows field, mine and latest side by side", () => {
  const mine = typeNode(noEdits, begun, { progress: 50 });
  const latest = [{ ...begun, version: 2, progress: 70, planEnd: "2026-06-20" }, opening];
  assert.deepEqual(
    outdatedNodes(mine, latest).map(({ base, mine: typed, theirs }) => [
      base.progress,
      typed.progress,
      theirs.progress,
    ]),
    [[20, 50, 70]],
  );
  assert.deepEqual(bodyOf(takeLatest(mine, latest)).changed, []);
  assert.deepEqual(bodyOf(keepMine(mine, latest)).changed, [{ id: "A", version: 2, progress: 50 }]);
  assert.deepEqual(outdatedNodes(mine, [begun, opening]), [], "nobody else has saved");
});
