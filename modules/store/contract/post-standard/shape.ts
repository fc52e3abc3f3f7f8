import {
  boundedText,
  day,
  oneOf,
  recordId,
  requiredText,
  StoredFile,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { staffFrames } from "../site/words.ts";
import { standardKinds, standardSides, standardStates } from "./states.ts";

const within = (label: string, min: number, max: number) => {
  const told = `${label}须为${min}-${max}的整数`;
  return z.int(told).min(min, told).max(max, told).meta({ label });
};

const isPlaced = ({ side, kind }: { side: string; kind: string }) => side === "DOWN" || kind !== "RED_LINE";

/** One thing that somebody has to show, or that ends the certificate. */
const itemFields = {
  side: oneOf(standardSides, "请选择标准类别！").meta({ label: "类别" }),
  name: requiredText("标准名称", 60),
  kind: oneOf(standardKinds, "请选择标准类型！").meta({ label: "类型" }),
  passRule: boundedText("通过标准", 200).default(""),
  isRequired: z.boolean().meta({ label: "必须通过" }),
  /** 0: not scored. */
  weight: within("权重", 0, 100),
  retryLimit: within("补考次数", 0, 10),
  evidenceMin: within("最少附件数", 0, 9),
};

const StandardImage = z.strictObject({
  fileId: recordId.meta({ label: "图片" }),
  caption: boundedText("图片说明", 60).default(""),
});
export type StandardImage = z.output<typeof StandardImage>;

export const PostStandardShape = shape("postStandard", "岗位标准", {
  positionCode,
  ver: withMeta(z.int(), { label: "版本" }),
  passScore: within("通过分", 0, 100),
  /** 0: without an end. */
  validMonths: within("有效月数", 0, 120),
  /** Holders of the version before have so many days to be certified again (ST-R14); null: they keep theirs. */
  forceRetrainDays: within("强制复训天数", 0, 365).nullable().default(null),
  images: z.array(StandardImage).max(30, "图片最多30张").default([]).meta({ label: "图片" }),
  state: standardStates.schema,
  publishedOn: withMeta(day.nullable(), { label: "上线日期" }),
});

/** Everything that is typed of a version. */
export const standardContent = {
  ...PostStandardShape.pick("passScore", "validMonths", "forceRetrainDays", "images"),
  items: z
    .array(z.strictObject(itemFields).refine(isPlaced, { error: "红线只能作为下岗标准", path: ["kind"] }))
    .max(60, "标准最多60条")
    .meta({
      label: "标准",
      examples: [
        [{ side: "UP", name: "考试", kind: "EXAM", isRequired: true, weight: 100, retryLimit: 1, evidenceMin: 0 }],
      ],
    }),
};

export const StandardItem = z.object({
  id: z.string(),
  ...itemFields,
  passRule: withMeta(z.string(), { label: "通过标准" }),
});
export type StandardItem = z.output<typeof StandardItem>;

const names = { positionName: withMeta(z.string(), { label: "岗位" }), updatedAt };

/** A version as lists show it. */
export const PostStandard = PostStandardShape.answer(names).omit({ images: true });
export type PostStandard = z.output<typeof PostStandard>;

export const PostStandardDetail = PostStandardShape.answer({
  ...names,
  items: z.array(StandardItem).meta({ label: "标准" }),
  /** The pictures, as the form and the drawer show them. */
  files: z.array(StoredFile),
});
export type PostStandardDetail = z.output<typeof PostStandardDetail>;

/** What all calls of post standards have in common. */
export const standardFrame = staffFrames("post-standards", PostStandardDetail, {
  view: "store:postStandard:view",
  edit: "store:postStandard:edit",
});
