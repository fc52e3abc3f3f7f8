import { requiredText } from "@ops/platform/contract";
import { z } from "zod";

const MOST_ROUNDS = 4;
const WHOLE = 100;

const dimension = z.strictObject({
  name: requiredText("评价维度", 20),
  weight: z.int("权重须为1-100").min(1, "权重须为1-100").max(WHOLE, "权重须为1-100").meta({ label: "权重" }),
});

/** A round of interviews for a position. */
export const InterviewRound = z.strictObject({
  name: requiredText("轮次名称", 20),
  dimensions: z
    .array(dimension)
    .min(1, "请至少填写一个评价维度")
    .max(10, "评价维度最多10个")
    .refine((list) => list.reduce((sum, { weight }) => sum + weight, 0) === WHOLE, "评价维度的权重之和须为100")
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "评价维度不能重复")
    .meta({ label: "评价维度", examples: [[{ name: "综合评价", weight: 100 }]] }),
  passScore: z.number("通过分须为1-5").min(1, "通过分须为1-5").max(5, "通过分须为1-5").meta({ label: "通过分" }),
});
export type InterviewRound = z.output<typeof InterviewRound>;

/** The rounds of a position, in their order; the number of a round is its place. */
export const interviewRounds = z
  .array(InterviewRound)
  .min(1, "请至少设置一轮面试")
  .max(MOST_ROUNDS, `面试最多${MOST_ROUNDS}轮`)
  .meta({ label: "面试轮次" });

const ONE_ROUND: readonly InterviewRound[] = [
  { name: "面试", dimensions: [{ name: "综合评价", weight: WHOLE }], passScore: 3.5 },
];

/** A position whose rounds nobody has set has one round with one dimension. */
export const roundsOf = (set: readonly InterviewRound[]): readonly InterviewRound[] =>
  set.length === 0 ? ONE_ROUND : set;
