import { BusinessError } from "@ops/platform/contract";
import { errorCode } from "../db/database.ts";

/** What PostgreSQL has against the values of a row, in words for whoever typed them. */
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

/** These are about the connection, the transaction or the server: the work stops and goes on later. */
const NOT_OF_ROWS = /^(08|25|26|3D|40|53|55|57|58|F0|XX)/;
/** Two wait for each other, or one for too long: the same again may well succeed. */
const CONFLICTS = new Set(["40001", "40P01", "55P03"]);

/** Also where a service has put it into words of its own. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has(errorCode(error)) || (error instanceof BusinessError && CONFLICTS.has(errorCode(error.cause)));

/** Why one row does not get in; null where the error says nothing of a row. */
export function refusalOfRow(error: unknown): string | null {
  if (error instanceof BusinessError) return error.message;
  const code = errorCode(error);
  if (!/^[0-9A-Z]{5}$/.test(code) || NOT_OF_ROWS.test(code)) return null;
  return words.get(code) ?? OTHER;
}
