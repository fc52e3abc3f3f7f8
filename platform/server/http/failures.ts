import { BusinessError, commonErrors, type Envelope } from "@ops/platform/contract";
import type { FastifyReply } from "fastify";
import { errorCode } from "../db/database.ts";
import { TooMany } from "../limits.ts";
import type { Logger } from "../log.ts";
import { SessionRefused } from "./authenticate.ts";
import { SignedRefused } from "./check/signed.ts";

interface Refusal {
  status: number;
  msgCode: string;
  msg: string;
  data?: unknown;
}

const BUSY = "系统繁忙，请稍后再试";
/** The database is away, stopping, starting, out of slots, or took too long. */
const DATABASE_AWAY =
  /^(E(CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|57P0\d|57014|53300|55P03|08\d{3})$/;

/** The driver's own words for it; these errors have no code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|connection timeout|timeout expired|Connection terminated|not queryable|connection has been discarded|after calling end on the pool/i;

/** The one place where something thrown becomes an answer (PF-R29, R30, R80, R81). */
export function sendFailure(
  error: unknown,
  reply: FastifyReply,
  around: { log: Logger; requestId: string },
): FastifyReply {
  const { status, msgCode, msg, data } = refusalOf(error, around);
  const body: Envelope<unknown> = { success: false, msg, msgCode, data: data ?? null };
  return reply.code(status).header("x-msg-code", msgCode).send(body);
}

function refusalOf(error: unknown, { log, requestId }: { log: Logger; requestId: string }): Refusal {
  if (error instanceof BusinessError) {
    return { status: 200, msgCode: error.msgCode, msg: error.message, data: error.data };
  }
  if (error instanceof SignedRefused) return { status: error.status, msgCode: error.msgCode, msg: error.message };
  if (error instanceof SessionRefused) return { status: error.status, msgCode: error.msgCode, msg: error.message };
  if (error instanceof TooMany) return { status: 429, msgCode: "TOO_MANY_REQUESTS", msg: error.message };
  const code = errorCode(error);
  if (code === "23505") return toRefusal(commonErrors.duplicate({ field: "数据" }));
  if (code === "23503") return toRefusal(commonErrors.referenced());
  if (isMalformed(error)) return toRefusal(commonErrors.param({ field: "请求内容" }));
  if (DATABASE_AWAY.test(code) || CONNECTION_LOST.test(String(error))) {
    log.warn({ code, requestId }, "the database did not answer");
    return { status: 503, msgCode: "SYSTEM_BUSY", msg: BUSY };
  }
  log.error({ err: error, requestId }, "a call failed");
  return { status: 500, msgCode: "SYSTEM_FAULT", msg: `系统异常，请联系管理员（编号：${requestId}）` };
}

function toRefusal({ msgCode, message }: BusinessError): Refusal {
  return { status: 200, msgCode, msg: message };
}

/**
 * Tells whether the request is no JSON, or one that the server itself refuses: too long, of an unknown type or with an
 * invalid address.
 */
function isMalformed(error: unknown): boolean {
  const { statusCode }: { statusCode?: unknown } = Object(error);
  return error instanceof SyntaxError || /^4\d\d$/.test(String(statusCode));
}
