import { createCipheriv } from "node:crypto";
import type { Envelope } from "@ops/platform/contract";

const PASSWORD = "Demo@2025";

/** The outcome of a call: an answer, or none because the connection broke. */
export interface Outcome {
  /** 0 when the connection broke. */
  readonly status: number;
  readonly success: boolean;
  readonly msg: string;
  readonly msgCode: string;
  readonly data: unknown;
}

interface Call {
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
  /** The key of the call. A repetition has the key of the first try. */
  readonly key?: string;
}

export async function call(origin: string, { path, token, body, key }: Call): Promise<Outcome> {
  const headers = {
    applicationId: "1",
    ...(token ? { authorization: token } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
    ...(key ? { "idempotency-key": key } : {}),
  };
  const request = { method: body ? "POST" : "GET", headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  try {
    const response = await fetch(origin + path, request);
    const answer: Envelope<unknown> = await response.json();
    return { ...answer, status: response.status };
  } catch (error) {
    return { status: 0, success: false, msg: String(error), msgCode: "NO_ANSWER", data: null };
  }
}

/** Signs in as the login page does; answers the token. */
export async function signIn(origin: string, mobilePhone: string): Promise<string> {
  const answer = await call(origin, await loginCall(origin, mobilePhone));
  if (!answer.success) throw new Error(`${mobilePhone} could not sign in: ${answer.msg}`);
  return (answer.data as { accessToken: string }).accessToken;
}

/** Prepares a sign-in up to its last call, which the test makes. */
export async function loginCall(origin: string, mobilePhone: string): Promise<Call> {
  const config: { credentialKey: string; credentialIv: string } = await (await fetch(`${origin}/config.json`)).json();
  const code = await call(origin, { path: "/user/v1/kaptcha/imageCode" });
  const { codeId } = code.data as { codeId: string };
  const password = encrypted(PASSWORD, config);
  return { path: "/user/v1/phoneLogin", body: { mobilePhone, password, verifyCode: "TEST", codeId } };
}

function encrypted(text: string, config: { credentialKey: string; credentialIv: string }): string {
  const [key, iv] = [config.credentialKey, config.credentialIv].map((part) => Buffer.from(part, "base64"));
  const cipher = createCipheriv("aes-128-cbc", key ?? "", iv ?? null);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** A write that a person makes and that can be counted afterwards: a new dictionary type. */
export function newDictType(origin: string, token: string, code: string): Promise<Outcome> {
  return call(origin, { path: "/common/v1/dict/types", token, key: code, body: { code, name: "故障演练" } });
}
