import { BusinessError } from "@ops/platform/contract";
import { errorCode } from "./database.ts";

/** Errors of PostgreSQL about values of a row, in words for the person who typed them. */
const words = new Map([
  ["22001", "文字超过允许的长度"],
  ["22003", "数值超出允许的范围"],
  ["23502", "缺少必填的数据"],
  ["23503", "关联的数据不存在，或仍被其他数据使用"],
  ["23505", "数据已存在"],
  ["23514", "数据超出允许的范围"],
  ["23P01", "与已有数据冲突"],
]);
const OTHER = "数据不符合要求，请检查后重试";
export const BUSY = "数据正被他人操作，请稍后重试";

/** Errors about the connection, the transaction or the server. The work stops and continues later. */
const NOT_OF_ROWS = /^(08|25|26|3D|40|53|55|57|58|F0|XX)/;
/** Deadlocks and lock timeouts, after which a new try may succeed. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);

/** Recognises the error also if a service has given it other words. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has(errorCode(error)) || (error instanceof BusinessError && CONFLICTS.has(errorCode(error.cause)));

/** Finds why a row is refused; null if the error is not about the row. */
export function refusalOfRow(error: unknown): string | null {
  if (error instanceof BusinessError) return error.message;
  const code = errorCode(error);
  if (!/^[0-9A-Z]{5}$/.test(code) || NOT_OF_ROWS.test(code)) return null;
  return words.get(code) ?? OTHER;
}
