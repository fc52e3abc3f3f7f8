import { boundedText, day, moment, requiredText, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";

/** 限制名单. Only people with the scope ALL see it (section 7). It stores only hash and mask of id number and phone. */
export const BlacklistShape = shape("partnerBlacklist", "限制名单", {
  name: requiredText("姓名", 40),
  reason: boundedText("原因", 200).min(1, "请输入原因！"),
  untilOn: withMeta(day.nullable(), { label: "限制至" }),
});

export const BlacklistEntry = BlacklistShape.answer({
  idNo: withMeta(z.string().nullable(), { label: "身份证号", masked: true }),
  phone: withMeta(z.string().nullable(), { label: "手机号", masked: true }),
  createdAt: moment.meta({ label: "加入时间" }),
});
