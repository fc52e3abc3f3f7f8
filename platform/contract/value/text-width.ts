import { z } from "zod";
import { withMeta } from "./field-meta.ts";

/** The specified text length: each non-ASCII character counts 2, by code point (PF-R87). */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += character > "\x7f" ? 2 : 1;
  return width;
}

/** Text of at most `max` by the text length helper; `.min(1)` etc. may follow. */
export function boundedText(label: string, max: number) {
  const text = z
    .string(`${label}格式不正确`)
    .trim()
    .refine((text) => textWidth(text) <= max, `${label}最多${max}个字符（汉字算2个）`);
  return withMeta(text, { label, maxWidth: max });
}

/** Does the same for a text that must not be empty. */
export function requiredText(label: string, max: number) {
  const text = z
    .string(`请输入${label}！`)
    .trim()
    .min(1, `请输入${label}！`)
    .refine((text) => textWidth(text) <= max, `${label}最多${max}个字符（汉字算2个）`);
  return withMeta(text, { label, maxWidth: max });
}
