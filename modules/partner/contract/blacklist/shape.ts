import { boundedText, day, moment, requiredText, shape } from "@ops/platform/contract";
import { z } from "zod";

/** 限制名单: seen by those alone whose scope is everything (section 7). Of number and phone it keeps the hash and the mask. */
export const BlacklistShape = shape("partnerBlacklist", "限制名单", {
  name: requiredText("姓名", 40),
  reason: boundedText("原因", 200).min(1, "请输入原因！"),
  untilOn: day.nullable().meta({ label: "限制至" }),
});

export const BlacklistEntry = BlacklistShape.answer({
  idNo: z.string().nullable().meta({ label: "身份证号", masked: true }),
  phone: z.string().nullable().meta({ label: "手机号", masked: true }),
  createdAt: moment.meta({ label: "加入时间" }),
});
