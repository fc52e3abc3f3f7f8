import { addDays, dayOf } from "@ops/platform/contract";
import { insertMany, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { InterviewRound } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import type { ItemRow } from "../../post-standard/find.ts";
import type { StandardRow } from "../../post-standard/tables.ts";
import { TRAINING_MANAGER } from "../accounts.ts";
import { stampOn } from "../stamp.ts";

/** Versions of standards: position, version, state, months that its certificate holds, days since it was written. */
const versions = [
  ["storeManager", 1, "ONLINE", 24, 700],
  ["deliveryManager", 1, "ONLINE", 24, 700],
  ["deliverySpecialist", 1, "ONLINE", 12, 700],
  ["salesAdvisor", 1, "RETIRED", 12, 700],
  ["salesAdvisor", 2, "ONLINE", 12, 500],
  ["salesAdvisor", 3, "DRAFT", 12, 6],
] as const;

/** The skill that each position shows, and the conduct that ends its certificate. */
const skills = {
  storeManager: ["门店经营实操", "虚报经营数据"],
  deliveryManager: ["交付现场管理", "违规放行未结清车辆"],
  deliverySpecialist: ["交付流程演练", "交付前检查造假"],
  salesAdvisor: ["试驾与讲解演练", "私下收取客户款项"],
} as const;
const PASS_SCORE = 80;

type NewItem = Pick<ItemRow, "side" | "name" | "kind" | "passRule" | "isRequired" | "weight" | "retryLimit">;

function itemsFor([position, ver]: (typeof versions)[number]): NewItem[] {
  const [skill, redLine] = skills[position];
  const shown = { side: "UP", isRequired: true } as const;
  const course: NewItem = {
    ...shown,
    name: "品牌与产品课程",
    kind: "COURSE",
    passRule: "完成全部课时",
    weight: 0,
    retryLimit: 2,
  };
  const exam: NewItem = {
    ...shown,
    name: "岗位知识考试",
    kind: "EXAM",
    passRule: "80分及以上",
    weight: 60,
    retryLimit: 2,
  };
  const practice: NewItem = {
    ...shown,
    name: skill,
    kind: "PRACTICE",
    passRule: "考官现场评分",
    weight: 40,
    retryLimit: 1,
  };
  const ended: NewItem = {
    ...shown,
    side: "DOWN",
    name: redLine,
    kind: "RED_LINE",
    passRule: "",
    weight: 0,
    retryLimit: 0,
  };
  const months: NewItem = { ...course, name: "同岗位任职时长", kind: "MONTHS", passRule: "满3个月", isRequired: false };
  return ver < 3 ? [course, exam, practice, ended] : [course, exam, practice, months, ended];
}

const dimension = (name: string, weight: number) => ({ name, weight });
/** Advisers have two rounds; the other positions have the one that needs no setting. */
const adviserRounds: InterviewRound[] = [
  {
    name: "门店初试",
    dimensions: [dimension("沟通表达", 50), dimension("产品理解", 30), dimension("服务意识", 20)],
    passScore: 3.5,
  },
  { name: "区域复试", dimensions: [dimension("岗位匹配", 60), dimension("稳定性", 40)], passScore: 3.5 },
];

/** Loads the standards of all positions in stores, which ask for certificates from then on. */
export async function loadStandards(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const loaded = versions.map((version) => {
    const [positionCode, ver, state, validMonths, age] = version;
    const madeOn = addDays(today, -age);
    const standard: StandardRow = {
      ...stampOn(tx, madeOn, TRAINING_MANAGER),
      positionCode,
      ver,
      state,
      validMonths,
      passScore: PASS_SCORE,
      forceRetrainDays: null,
      images: [],
      publishedOn: state === "DRAFT" ? null : madeOn,
    };
    const items = itemsFor(version).map((item, at) => {
      return { ...item, id: newId(), standardId: standard.id, sort: at + 1, evidenceMin: 0 };
    });
    return { standard, items };
  });
  const standards = loaded.map(({ standard }) => standard);
  await insertMany(tx, "postStandard", standards);
  const items = loaded.flatMap((one) => one.items);
  await insertMany(tx, "postStandardItem", items);
  await db(tx).updateTable("storePosition").set({ isCertRequired: true }).execute();
  await sql`update store_position set interview_rounds = ${JSON.stringify(adviserRounds)}::jsonb
    where position_code = 'salesAdvisor'`.execute(tx.kysely);
}
