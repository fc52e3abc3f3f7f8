import { boundedText, fen, MOST_FEN, oneOf, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { policyKinds } from "../policy/shape.ts";

/** The lines of a price (OR-R2). */
export const lineKinds = {
  BASE: "车价",
  OPTION: "选装",
  COLOR: "颜色",
  DISCOUNT: "优惠",
  TRADE_IN: "置换",
  PACK: "权益包",
  FEE: "费用",
} as const;
export type LineKind = keyof typeof lineKinds;

/** The lines of the car itself, which come from its quote. */
export const carKinds = ["BASE", "OPTION", "COLOR"] as const satisfies readonly LineKind[];
export const isOfCar = (kind: LineKind): kind is (typeof carKinds)[number] => carKinds.some((one) => one === kind);

/** Lines that lower the price; they are typed as a positive amount and stored as a negative one. */
export const isDeduction = (kind: LineKind) => kind === "DISCOUNT" || kind === "TRADE_IN";

/** The lines that people type. */
const typedKinds = { ...policyKinds, PACK: lineKinds.PACK } as const;

const typedLine = z.strictObject({
  kind: oneOf(typedKinds, "请选择费用类型").meta({ label: "类型" }),
  name: boundedText("名称", 40).optional(),
  amountFen: fen.min(1, "金额须大于0").meta({ label: "金额" }),
  policyId: recordId.optional().meta({ label: "优惠政策" }),
});
export type TypedLine = z.output<typeof typedLine>;
export const typedLineList = z.array(typedLine).max(30, "费用最多30行");

export const PriceLine = z.object({
  id: z.string(),
  kind: oneOf(lineKinds).meta({ label: "类型" }),
  name: withMeta(z.string(), { label: "名称" }),
  amountFen: z.int().min(-MOST_FEN).max(MOST_FEN).meta({ label: "金额" }),
  policyId: z.string().nullable(),
});
export type PriceLine = z.output<typeof PriceLine>;
