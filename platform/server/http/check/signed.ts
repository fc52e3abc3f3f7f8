import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { Endpoint } from "@ops/platform/contract";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../actor.ts";
import type { NodeAccess } from "../../module.ts";

const refusals = {
  API_SIGNATURE: [401, "签名错误"],
  API_EXPIRED: [401, "请求已过期"],
  API_REPLAY: [401, "重复请求"],
  API_CLIENT_OFF: [403, "接口账号已停用或已过期"],
  API_IP: [403, "IP不在白名单"],
  API_NOT_GRANTED: [403, "接口未授权"],
  API_RATE: [429, "超出调用频率"],
} as const;

/** A signed call that is no good. Other systems read the HTTP status, which console traffic never sees (AU-R52). */
export class SignedRefused extends Error {
  readonly status: 401 | 403 | 429;
  readonly msgCode: keyof typeof refusals;

  constructor(msgCode: keyof typeof refusals) {
    const [status, text] = refusals[msgCode];
    super(text);
    this.status = status;
    this.msgCode = msgCode;
  }
}

/** The claims of a signed call, before any of them is verified. */
export interface SignedCall {
  readonly endpoint: Endpoint;
  readonly ak: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly ip: string;
}

/** A caller with a known key and a right clock. The body must still be read. */
export interface SignedCaller {
  /** Verifies the signature over the body and answers the actor. Throws SignedRefused. */
  prove(bodyHash: string): Promise<Actor>;
  /** Called after the answer was sent. */
  answered(end: { status: number; msgCode: string; ms: number }): void;
}

/** Admits calls of other systems. Platform declares it, the module that keeps their accounts answers it. */
export interface SignedAdmission {
  begin(call: SignedCall, node: NodeAccess): Promise<SignedCaller>;
}

export const isSigned = (request: FastifyRequest): boolean => request.headers["x-ak"] !== undefined;

export function signedCallOf(request: FastifyRequest, endpoint: Endpoint): SignedCall {
  const [path = "", ...query] = request.url.split("?");
  const header = (name: string) => String(request.headers[name] ?? "");
  return {
    endpoint,
    ak: header("x-ak"),
    timestamp: header("x-timestamp"),
    nonce: header("x-nonce"),
    signature: header("x-signature"),
    method: request.method,
    path,
    query: query.join("?"),
    ip: request.ip,
  };
}

/** Makes the text that is signed. Address and query are used as they were sent, without decoding. */
export function signedText(call: Omit<SignedCall, "endpoint" | "ak" | "ip" | "signature">, bodyHash: string): string {
  const sorted = call.query.split("&").filter(Boolean).sort().join("&");
  return [call.method, call.path, sorted, bodyHash, call.timestamp, call.nonce].join("\n");
}

/** Reads the body as it came, for its hash, and hands it on to the parser. */
export async function readBody(payload: AsyncIterable<Buffer>, limit: number) {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of payload) {
    length += piece.length;
    if (length > limit) throw new SignedRefused("API_SIGNATURE");
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  // the parser compares this with the header content-length
  const again = Object.assign(Readable.from([body]), { receivedEncodedLength: length });
  return { bodyHash: hash("sha256", body, "hex"), again };
}
