import { yuan } from "@ops/platform/contract";

const NOTHING = "-";

/** An instant as it travels, `YYYY-MM-DD HH:mm:ss`. */
export function showTime(time: string | null | undefined): string {
  return time || NOTHING;
}

export function showDay(time: string | null | undefined): string {
  return time?.slice(0, 10) || NOTHING;
}

/** 分 as `¥1,234.50`, what is taken off as `-¥1,234.50`. */
export function showMoney(fen: number | null | undefined): string {
  return typeof fen === "number" ? `${fen < 0 ? "-" : ""}¥${yuan(Math.abs(fen))}` : NOTHING;
}

/** Any plain value of a record: text as it is, 是/否, `-` for nothing. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "是" : "否";
  if (Array.isArray(value)) return value.length ? value.map(showValue).join("、") : NOTHING;
  return String(value);
}
