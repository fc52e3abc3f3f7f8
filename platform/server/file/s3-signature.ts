import { createHmac, hash } from "node:crypto";

export interface S3Call {
  readonly method: "PUT" | "GET" | "DELETE";
  readonly url: URL;
  /** Hex SHA-256 of the body. */
  readonly bodyHash: string;
}

export interface S3Credentials {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const sign = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** The headers that prove a call to an S3-compatible store (AWS signature version 4). */
export function signedS3Headers(
  { method, url, bodyHash }: S3Call,
  { region, accessKey, secretKey }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed = { host: url.host, "x-amz-content-sha256": bodyHash, "x-amz-date": time };
  const names = Object.keys(signed).join(";");
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const canonical = [method, url.pathname, `${url.searchParams}`, ...lines, "", names, bodyHash].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, scope, hash("sha256", canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(sign, `AWS4${secretKey}`);
  const signature = sign(key, text).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...signed, authorization };
}
