import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { commonErrors } from "@ops/platform/contract";
import type { Logger } from "../log.ts";
import { type S3Call, type S3Credentials, signedS3Headers } from "./s3-signature.ts";
import type { Spool } from "./spool.ts";
import type { FileStore } from "./store.ts";

export interface S3Settings extends S3Credentials {
  readonly endpoint: string;
  readonly bucket: string;
  /** Whether the bucket is in the path; otherwise it is the first part of the host. */
  readonly pathStyle: boolean;
}

const SILENCE_MS = 30_000;
const EMPTY = hash("sha256", "");

/** Any store that speaks S3: AWS, MinIO, Ceph, the S3 doors of Aliyun OSS and Tencent COS. */
export function s3FileStore(settings: S3Settings, log: Logger): FileStore {
  const ask = async (method: S3Call["method"], id: string, content?: Spool, more: Record<string, string> = {}) => {
    const url = addressOf(settings, id);
    const bodyHash = content ? content.sha256.toString("hex") : EMPTY;
    const headers = {
      ...signedS3Headers({ method, url, bodyHash }, settings, new Date()),
      "content-length": String(content?.size ?? 0),
      ...more,
    };
    try {
      const answer = await exchange(url, { method, headers, content });
      const status = answer.statusCode ?? 0;
      // a store that does not know ranges sends the whole file with 200, which is no answer to who asked for a part
      if (more["range"] ? status === 206 : status >= 200 && status < 300) return answer;
      answer.destroy();
      throw new Error(`the file store answered ${status}`);
    } catch (error) {
      log.warn({ err: error, method }, "the file store did not do what it was asked");
      throw commonErrors.externalFailed();
    }
  };
  return {
    name: "s3",
    put: async (id, content) => void (await ask("PUT", id, content)).resume(),
    open: (id) => ask("GET", id),
    openPart: (id, from, to) => ask("GET", id, undefined, { range: `bytes=${from}-${to}` }),
    remove: async (id) => void (await ask("DELETE", id)).resume(),
  };
}

function addressOf({ endpoint, bucket, pathStyle }: S3Settings, id: string): URL {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/$/, "");
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = pathStyle ? `${base}/${bucket}/${id}` : `${base}/${id}`;
  return url;
}

async function exchange(
  url: URL,
  { method, headers, content }: { method: string; headers: Record<string, string>; content: Spool | undefined },
): Promise<IncomingMessage> {
  // imported where it is used: the import of node:http alone loads all of fetch, 6 MB that a server without S3 never needs
  const { request: begin } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
  const request = begin(url, { method, headers });
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error("the file store is silent")));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  const sent = content ? pipeline(Readable.from(content.chunks()), request) : request.end();
  // a store that refuses may answer and close before everything was sent, and its answer tells more than the broken
  // connection
  await Promise.race([answered, Promise.all([sent, answered])]);
  return answered;
}
