import { z } from "zod";

const PLATE =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]([A-HJ-NP-Z0-9]{5}|[A-HJ-NP-Z0-9]{6})$/;

/** Normalises a plate: half-width, upper case, without dots and spaces. */
export function normalPlate(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s·•]/g, "");
}

/** Two characters for province and office, then five, or six for new-energy cars. */
export function isPlate(plate: string): boolean {
  return PLATE.test(plate);
}

export const plateNumber = z
  .string("请输入车牌！")
  .max(20)
  .meta({ examples: ["沪A12345"] })
  .transform(normalPlate)
  .refine(isPlate, "车牌格式不正确")
  .meta({ label: "车牌" });
