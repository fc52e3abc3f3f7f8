import { carErrors } from "./errors.ts";

const PLATE =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z]([A-HJ-NP-Z0-9]{5}|[A-HJ-NP-Z0-9]{6})$/;

/** A plate as somebody typed it: a head of two, five or six after it; dots and blanks are not there (VE-R14). */
export function plateOf(typed: string): string {
  const plate = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s·•]/g, "");
  if (!PLATE.test(plate)) throw carErrors.plateFormat();
  return plate;
}
