import { z } from "zod";

/** Makes the schema of a code that never changes after its creation. */
export function fixedCode(label: string, pattern: RegExp, rule: string) {
  return z
    .string(`请输入${label}！`)
    .trim()
    .min(1, `请输入${label}！`)
    .regex(pattern, `${label}为${rule}`)
    .meta({ label, hint: rule });
}

/** Options and colours share one set of codes. */
export const itemCode = z.string("选装或颜色编码格式不正确").regex(/^[A-Z0-9-]{2,20}$/, "选装或颜色编码格式不正确");

/** An option of imports by code. An existing code is refused, unless the operator allows the file to change it. */
export const OVERWRITE = {
  key: "overwrite",
  label: "允许覆盖",
  note: "编码已存在时按文件更新；不勾选则该行报错",
} as const;
