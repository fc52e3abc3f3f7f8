export const texts = {
  refused: "错误提示：",
  session: "您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！",
  notFound: "接口404，未找到资源路径！",
  busy: "系统繁忙，请稍后再试",
  unreachable: "接口请求出错，请联系管理员！",
  downloaded: "文件下载成功！",
  brokenStream: "文件流处理错误，请联系管理员！",
  unknownFormat: "文件格式获取错误，请联系管理员！",
} as const;

/** How a call can fail without an answer that its caller could use. */
export type FailureKind = "session" | "notFound" | "fault" | "busy" | "unreachable" | "aborted" | "stream" | "format";

/** Thrown by `call` and `download` after the error was shown. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number;

  constructor(kind: FailureKind, message: string, status = 0) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** Thrown inside of a query if the answer is `success:false`. It has been shown, unless the call was silent. */
export class Refusal extends Error {
  readonly msgCode: string;

  constructor(msgCode: string, msg: string) {
    super(msg || msgCode);
    this.msgCode = msgCode;
  }
}

/** What an HTTP status other than success means (PF-R29, R79–R81). */
export function failureOf(status: number, bodyMessage: string): CallFailure {
  if (status === 401 || status === 403) return new CallFailure("session", texts.session, status);
  if (status === 404) return new CallFailure("notFound", texts.notFound, status);
  if (status === 500) return new CallFailure("fault", bodyMessage || texts.busy, status);
  return new CallFailure("busy", texts.busy, status);
}

/** Finds the failure for a call without an answer. */
export function failureWithoutAnswer(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  return wasAbandoned(thrown) ? new CallFailure("aborted", "") : new CallFailure("unreachable", texts.unreachable);
}

/** Let go by the page on purpose; a call that took too long throws a TimeoutError instead. */
export function wasAbandoned(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "AbortError";
}

/** The text of an answer that refuses: `msg`, or else `msgCode` (PF-R78). */
export function refusalText(body: { msg?: string; msgCode?: string }): string {
  return body.msg || body.msgCode || texts.busy;
}
