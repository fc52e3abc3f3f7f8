import { addDays, dayOf } from "@ops/platform/contract";
import { type DemoPicture, insertMany, loadDemoPictures, newId, type Tx } from "@ops/platform/server";
import { sheetScore, type VerificationItem, verificationOutcome } from "../../../contract/index.ts";
import { type RectificationRow, rectifications, type VerificationRow, verifications } from "../../project/tables.ts";
import { stampOn } from "../stamp.ts";
import { type LoadedProject, VERIFIER } from "./load.ts";
import { demoChecks } from "./template.ts";

/** A line of a sheet with its points and, if it failed, what is wrong, how far that has come and how bad it is. */
type Line = readonly [
  code: string,
  score: number,
  wrong?: string,
  repair?: RectificationRow["state"],
  level?: RectificationRow["level"],
];

/** A sheet that was handed in so many days after the beginning of its node. */
type Sheet = readonly [
  store: string,
  kind: VerificationRow["kind"],
  roundNo: number,
  after: number,
  lines: readonly Line[],
];

const wiring: Line = ["B1", 10, "配电箱未做接地保护"];
const desk: Line = ["B2", 30, "接待台尺寸与图纸不符", "CLOSED", "MAJOR"];
const rubble: Line = ["B3", 12, "后场建筑垃圾未清", "CLOSED"];
const sign: Line = ["I1", 40, "门头灯箱有两处暗区", "OPEN", "MAJOR"];
const lamps: Line = ["I2", 38, "展区射灯角度未调", "CHECKING"];
const papers: Line = ["O2", 22, "两名顾问尚未完成认证", "CLOSED", "MAJOR"];
const plates: Line = ["O3", 20, "试驾车未上牌", "CLOSED"];

const SHEETS: readonly Sheet[] = [
  ["深圳罗湖用户中心", "BUILD", 1, 0, [wiring, ["B2", 34], ["B3", 16]]],
  ["深圳罗湖用户中心", "BUILD", 2, 1, [["B1", 38], desk, rubble]],
  ["深圳罗湖用户中心", "IMAGE", 1, 2, [sign, lamps]],
  [
    "天津南开体验中心",
    "OPENING",
    1,
    2,
    [
      ["O1", 40],
      ["O2", 28],
      ["O3", 27],
    ],
  ],
  ["长沙开福体验中心", "OPENING", 1, 1, [["O1", 38], papers, plates]],
];
const REPAIR_DAYS = 7;

/** Loads sheets of verification with pictures of what failed, and what had to be put right. */
export async function loadRounds(tx: Tx, loaded: readonly LoadedProject[]): Promise<void> {
  const rounds = SHEETS.map((sheet) => roundOf(tx, sheet, loaded));
  const rows = rounds.map(({ row }) => row);
  const repairs = rounds.flatMap((round) => repairsOf(round));
  await insertMany(tx, "projectVerification", rows);
  await insertMany(tx, "projectRectification", repairs);
  const shown = rows.flatMap(({ id, items, createdAt: uploadedAt }) =>
    items.flatMap(({ code, fileIds }) => {
      const of = { bizType: verifications.name, bizId: id, uploaderId: VERIFIER, uploadedAt };
      return fileIds.map((fileId) => pictureOf(fileId, `${code}整改前`, of));
    }),
  );
  const mended = repairs.flatMap(({ id, itemCode, afterFileIds, ownerUserId, updatedAt: uploadedAt }) => {
    const of = { bizType: rectifications.name, bizId: id, uploaderId: ownerUserId, uploadedAt };
    return afterFileIds.map((fileId) => pictureOf(fileId, `${itemCode}整改后`, of));
  });
  await loadDemoPictures(tx, [...shown, ...mended]);
}

type Kept = Pick<DemoPicture, "bizType" | "bizId" | "uploaderId" | "uploadedAt">;
const pictureOf = (id: string, name: string, kept: Kept): DemoPicture => {
  return { ...kept, id, fileName: `${name}.png`, motif: id };
};

interface Round {
  readonly row: VerificationRow;
  readonly lines: readonly Line[];
  readonly of: LoadedProject;
}

function roundOf(tx: Tx, [store, kind, roundNo, after, lines]: Sheet, loaded: readonly LoadedProject[]): Round {
  const of = loaded.find(({ project }) => project.name.startsWith(store));
  const begun = of?.nodes.find(({ code }) => code === (kind === "OPENING" ? "ACC2" : "ACC1"))?.actualStart;
  if (!of || !begun) throw new Error(`the project of ${store} has not come to its verification`);
  const items = lines.map(([code, score, wrong = "", , level = "NORMAL"]): VerificationItem => {
    const isFailed = wrong !== "";
    return {
      code,
      score,
      isFailed,
      note: wrong,
      fileIds: isFailed ? [newId()] : [],
      level,
      ownerUserId: null,
      deadline: null,
    };
  });
  const outcome = verificationOutcome(items, demoChecks);
  const isMended = lines.every(([, , wrong, repair]) => wrong === undefined || repair === "CLOSED");
  const stamp = stampOn(tx, addDays(begun, after), VERIFIER);
  const row: VerificationRow = {
    ...stamp,
    projectId: of.project.id,
    kind,
    roundNo,
    items,
    totalScore: sheetScore(items),
    verifierIds: [VERIFIER],
    state: outcome === "CONDITIONAL" && isMended ? "PASSED" : outcome,
    submittedAt: stamp.createdAt,
    submittedBy: VERIFIER,
  };
  return { row, lines, of };
}

function repairsOf({ row, lines, of: { project } }: Round): RectificationRow[] {
  const { id: verificationId, projectId, items, createdAt, createdBy, updatedAt, updatedBy } = row;
  const made = { version: 1, createdAt, createdBy, updatedAt, updatedBy, projectId, verificationId };
  const last = addDays(dayOf(createdAt), REPAIR_DAYS);
  return lines.flatMap(([itemCode, , requirement = "", state, level = "NORMAL"]) => {
    if (!state || project.managerUserId === null) return [];
    return {
      ...made,
      id: newId(),
      itemCode,
      requirement,
      level,
      ownerUserId: project.managerUserId,
      deadline: last < project.planOpenDate ? last : project.planOpenDate,
      beforeFileIds: items.find(({ code }) => code === itemCode)?.fileIds ?? [],
      afterFileIds: state === "OPEN" ? [] : [newId()],
      state,
    };
  });
}
