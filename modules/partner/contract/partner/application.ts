import { normalUscc, requiredText } from "@ops/platform/contract";
import { z } from "zod";
import { PartnerShape } from "./shape.ts";

/** The code as people type it; spaces are removed and small letters become capitals. */
export const typedUscc = z
  .string("请输入统一社会信用代码！")
  .max(60, "统一社会信用代码校验失败")
  .overwrite(normalUscc)
  .min(1, "请输入统一社会信用代码！")
  .meta({ label: "统一社会信用代码" });

const { kinds, cityCodes, regionId } = PartnerShape.required("kinds", "cityCodes", "regionId");
/** A field that is sealed, so that only its presence can be checked. */
const known = (label: string) => z.string(`请输入${label}！`).min(1, `请输入${label}！`).meta({ label });

/**
 * The fields that an application must have at its submission, and that cannot be emptied afterwards (PT-R3, PT-R19).
 */
export const partnerApplication = z.object({
  uscc: typedUscc,
  shortName: requiredText("简称", 20),
  kinds: kinds.min(1, "请选择合作类型"),
  regionId,
  cityCodes: cityCodes.min(1, "请选择合作城市"),
  contactName: requiredText("联系人", 40),
  contactPhone: known("联系电话"),
  legalPerson: known("法定代表人"),
  legalIdNo: known("法定代表人证件"),
});
