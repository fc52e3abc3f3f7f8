import { switchStates } from "@ops/platform/contract";
import { z } from "zod";

/** 启用 ↔ 停用: the life of everything in the catalogue but configurations. */
export const catalogueStates = switchStates("VEHICLE", "目录项");

/** A code that never changes once it is given. */
export function fixedCode(label: string, pattern: RegExp, rule: string) {
  return z
    .string(`请输入${label}！`)
    .trim()
    .min(1, `请输入${label}！`)
    .regex(pattern, `${label}为${rule}`)
    .meta({ label, hint: rule });
}
