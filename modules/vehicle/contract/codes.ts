import { z } from "zod";

/** A code that never changes once it is given. */
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

/** Of the imports by code: what is there already is refused, unless whoever imports lets the file change it. */
export const OVERWRITE = {
  key: "overwrite",
  label: "允许覆盖",
  note: "编码已存在时按文件更新；不勾选则该行报错",
} as const;
