/** The texts of the queue for work that took too long or whose process became silent. */
const LATE = new Set(["job timed out", "job heartbeat timeout"]);
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const NO_CONNECTION = /^E[A-Z_]{3,}$/;

/**
 * Describes the kind of an error in Chinese, for operators. The text of the error may name people and stays in the log.
 * It takes a thrown error, or what the queue stores of it.
 */
export function errorClass(error: unknown): string {
  const { name, message, msgCode } = wordsOf(error);
  const code = wordsOf(error).code || wordsOf(valueAt(error, "cause")).code;
  if (msgCode) return `业务拒绝 ${msgCode}`;
  if (name === "TimeoutError" || code === "ETIMEDOUT" || code === "57014" || LATE.has(message)) return "超时";
  if (SQLSTATE.test(code)) return `数据库错误 ${code}`;
  return NO_CONNECTION.test(code) ? `连接失败 ${code}` : "程序错误";
}

function wordsOf(error: unknown): { name: string; message: string; msgCode: string; code: string } {
  const word = (key: string) => {
    const value = valueAt(error, key);
    return typeof value === "string" ? value : "";
  };
  return { name: word("name"), message: word("message"), msgCode: word("msgCode"), code: word("code") };
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
