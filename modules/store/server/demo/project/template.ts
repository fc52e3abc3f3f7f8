import { insertRecord, type Tx } from "@ops/platform/server";
import type { ProjectStage, TemplateCheck, TemplateNode } from "../../../contract/index.ts";
import { projectTemplates } from "../../project-template/tables.ts";

type Line = readonly [
  code: string,
  stage: ProjectStage,
  name: string,
  durationDays: number,
  offsetEnd: number,
  weight: number,
  predecessorCodes: readonly string[],
  isMilestone?: true,
];

/** The way of a new store from its site to its opening (section 11). */
const LINES: readonly Line[] = [
  ["SITE1", "SITE", "商圈评估", 10, 110, 4, []],
  ["SITE2", "SITE", "选址签约", 15, 95, 10, ["SITE1"], true],
  ["DES1", "DESIGN", "平面方案", 10, 85, 5, ["SITE2"]],
  ["DES2", "DESIGN", "施工图确认", 10, 75, 6, ["DES1"], true],
  ["BLD1", "BUILD", "进场围挡", 5, 70, 5, ["DES2"]],
  ["BLD2", "BUILD", "隐蔽工程", 15, 55, 10, ["BLD1"]],
  ["BLD3", "BUILD", "装饰安装", 20, 35, 15, ["BLD2"]],
  ["BLD4", "BUILD", "完工清场", 5, 30, 10, ["BLD3"], true],
  ["PEO1", "PEOPLE", "编制与招聘", 40, 35, 8, ["SITE2"]],
  ["PEO2", "PEOPLE", "人员到岗", 10, 25, 5, ["PEO1"]],
  ["TRN1", "TRAIN", "培训完成", 14, 11, 7, ["PEO2"], true],
  ["ACC1", "ACCEPT", "工程与形象验收", 5, 10, 5, ["BLD4"]],
  ["ACC2", "ACCEPT", "开业验收", 5, 5, 5, ["ACC1", "TRN1"], true],
  ["OPN", "OPENING", "开业", 1, 0, 5, ["ACC2"], true],
];

const photographed = new Set(["BLD1", "BLD2", "BLD3", "BLD4"]);

const demoNodes: TemplateNode[] = LINES.map(
  ([code, stage, name, durationDays, offsetEnd, weight, predecessorCodes, isMilestone = false]) => ({
    code,
    stage,
    name,
    durationDays,
    offsetEnd,
    weight,
    predecessorCodes: [...predecessorCodes],
    isMilestone,
    evidenceMin: photographed.has(code) ? 1 : 0,
    standardText: photographed.has(code) ? "按施工标准手册执行，上传现场图片" : "",
    checklist: [],
  }),
);

const check = (kind: TemplateCheck["kind"], code: string, text: string, maxScore: number, isVeto = false) => {
  return { kind, code, text, maxScore, isVeto };
};

export const demoChecks: TemplateCheck[] = [
  check("BUILD", "B1", "消防与用电安全", 40, true),
  check("BUILD", "B2", "施工质量与图纸一致", 40),
  check("BUILD", "B3", "现场清洁", 20),
  check("IMAGE", "I1", "门头与标识符合品牌形象", 50),
  check("IMAGE", "I2", "展区灯光与陈列", 50),
  check("OPENING", "O1", "证照齐全", 40, true),
  check("OPENING", "O2", "人员到岗并持证", 30),
  check("OPENING", "O3", "展车与试驾车到位", 30),
];

/** The template of new stores. */
export async function loadProjectTemplates(tx: Tx): Promise<void> {
  await insertRecord(tx, projectTemplates, {
    kind: "NEW",
    storeType: null,
    ver: 1,
    nodes: demoNodes,
    checks: demoChecks,
  });
}
