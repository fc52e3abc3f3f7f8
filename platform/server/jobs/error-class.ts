/** The queue's own words for work that took too long or whose process went silent. */
const LATE = new Set(["job timed out", "job heartbeat timeout"]);
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
const NO_CONNECTION = /^E[A-Z_]{3,}$/;

/**
 * What kind of thing went wrong, in Chinese, for those who run the product. The words of an error may name anybody and stay
 * in the log. Takes what was thrown, and what the queue keeps of it.
 */
export function errorClass(error: unknown): string {
  const { name, message, msgCode } = wordsOf(error);
  const code = wordsOf(error).code || wordsOf(at(error, "cause")).code;
  if (msgCode) return `业务拒绝 ${msgCode}`;
  if (name === "TimeoutError" || code === "ETIMEDOUT" || code === "57014" || LATE.has(message)) return "超时";
  if (SQLSTATE.test(code)) return `数据库错误 ${code}`;
  return NO_CONNECTION.test(code) ? `连接失败 ${code}` : "程序错误";
}

function wordsOf(error: unknown): { name: string; message: string; msgCode: string; code: string } {
  const word = (key: string) => {
    const value = at(error, key);
    return typeof value === "string" ? value : "";
  };
  return { name: word("name"), message: word("message"), msgCode: word("msgCode"), code: word("code") };
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
