import type { Arranging } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { insertRecord, type NewRowOf, newId, type Tx } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { spanOf, type TemplateCheck, type TemplateNode } from "../contract/index.ts";
import { setBaseline } from "./project/plan-nodes.ts";
import { nodesOf, settleNodes } from "./project/standing.ts";
import { type NodeRow, nodes, type ProjectRow, projects } from "./project/tables.ts";
import { templateFor } from "./project-template/find.ts";
import { type ProjectTemplateRow, projectTemplates } from "./project-template/tables.ts";

const nextProject = startSeries();
const plain = { isMilestone: false, predecessorCodes: [], evidenceMin: 0, standardText: "", checklist: [] };

/** Three nodes one after the other: building, training and the opening, which is a milestone. */
export const givenNodes: TemplateNode[] = [
  { ...plain, code: "BLD", stage: "BUILD", name: "施工", durationDays: 10, offsetEnd: 20, weight: 10 },
  {
    ...plain,
    code: "TRN",
    stage: "TRAIN",
    name: "培训",
    durationDays: 5,
    offsetEnd: 10,
    weight: 30,
    predecessorCodes: ["BLD"],
  },
  {
    ...plain,
    code: "OPN",
    stage: "OPENING",
    name: "开业",
    durationDays: 1,
    offsetEnd: 0,
    weight: 60,
    isMilestone: true,
    predecessorCodes: ["TRN"],
  },
];

export const givenChecks: TemplateCheck[] = [
  { kind: "OPENING", code: "O1", text: "消防验收合格", maxScore: 40, isVeto: true },
  { kind: "OPENING", code: "O2", text: "现场整洁", maxScore: 60, isVeto: false },
];

/** The template for projects of a kind in stores of any type; the same for all tests of a database. */
export function givenProjectTemplate(app: Arranging, kind: ProjectRow["kind"] = "NEW"): Promise<ProjectTemplateRow> {
  return app.arrange(async (tx) => {
    const known = await templateFor(tx, { kind, storeType: null });
    return (
      known ??
      insertRecord(tx, projectTemplates, { kind, storeType: null, ver: 1, nodes: givenNodes, checks: givenChecks })
    );
  });
}

type Wishes = Partial<NewRowOf<typeof projects>> & { readonly owner?: string; readonly node?: Partial<NodeRow> };

/**
 * Makes a project of a new store with the nodes of the template: it opens in 40 days, its manager and the owner of its
 * nodes are nobody's account, and it runs since today by default.
 */
export async function givenProject(app: Arranging, wishes: Wishes = {}): Promise<ProjectRow> {
  const { owner = newId(), node = {}, ...values } = wishes;
  const template = await givenProjectTemplate(app, values.kind);
  return app.arrange(async (tx) => {
    const n = nextProject();
    const state = values.state ?? "RUNNING";
    const planOpenDate = values.planOpenDate ?? addDays(dayOf(tx.now), 40);
    const project = await insertRecord(tx, projects, {
      projectNo: `XM${String(900_000 + n)}`,
      name: `项目${n}`,
      kind: "NEW",
      orgId: values.storeId ?? newId(),
      storeType: "EXPERIENCE",
      operateMode: "DIRECT",
      cityCode: "310100",
      templateId: template.id,
      managerUserId: newId(),
      planStart: addDays(planOpenDate, -60),
      planOpenDate,
      ...values,
      state: "DRAFT",
      pausedOn: null,
    });
    for (const [at, { offsetEnd, checklist: _none, ...line }] of template.nodes.entries()) {
      const span = spanOf(planOpenDate, { offsetEnd, durationDays: line.durationDays });
      const row = { ...line, ...span, projectId: project.id, sort: at + 1, ownerUserId: owner, checklist: [] };
      await insertRecord(tx, nodes, at === 0 ? { ...row, ...node } : row);
    }
    return state === "DRAFT" ? project : start(tx, project, { state, pausedOn: values.pausedOn ?? null });
  });
}

async function start(tx: Tx, project: ProjectRow, { state, pausedOn }: Pick<ProjectRow, "state" | "pausedOn">) {
  const { id, planOpenDate } = project;
  await setBaseline(tx, id, { ver: 1, openDate: planOpenDate, reason: null });
  const standing = await settleNodes(tx, { id, state, baselineOpenDate: planOpenDate });
  const baseline = { baselineVer: 1, baselineOpenDate: planOpenDate, pausedOn };
  const query = tx.kysely.withTables<{ storeProject: ProjectRow }>().updateTable("storeProject");
  return query
    .set({ state, ...baseline, ...standing })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The nodes of a project by their codes. */
export async function givenNodesOf(app: Arranging, project: { readonly id: string }): Promise<Record<string, NodeRow>> {
  const rows = await app.arrange((tx) => nodesOf(tx, project.id));
  return Object.fromEntries(rows.map((row) => [row.code, row]));
}
