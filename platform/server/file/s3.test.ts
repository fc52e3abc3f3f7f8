import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { type Envelope, getFileUrl, type StoredFile } from "@ops/platform/contract";
import { createLog } from "../log.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp } from "../start/probe.ts";
import { signedS3Headers } from "./s3-signature.ts";
import { s3FileStore } from "./s3-store.ts";
import { samples, sized } from "./samples.ts";
import { purgeFiles } from "./service.ts";
import type { FileStore } from "./store.ts";

const SECRET = "s3cr3t/Key";
const objects = new Map<string, Buffer>();
let isDown = false;
let knowsRanges = true;
/** The status that the store answers to everything, instead of the true one. */
let answers: number | null = null;

/** Signs the claims of the client again, independently of the code under test. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = "", host, "x-amz-date": time = "", "x-amz-content-sha256": told = "" } = request.headers;
  const [, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=access\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      authorization,
    ) ?? [];
  if (!day || !region || names !== "host;x-amz-content-sha256;x-amz-date") return false;
  const hex = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
  if (told !== hex(body)) return false;
  const canonical = `${request.method}\n${request.url}\n\nhost:${host}\nx-amz-content-sha256:${told}\nx-amz-date:${time}\n\n${names}\n${told}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${hex(canonical)}`;
  const step = (key: Buffer | string, part: string) => createHmac("sha256", key).update(part).digest();
  const key = step(step(step(step(`AWS4${SECRET}`, day), region), "s3"), "aws4_request");
  return step(key, text).toString("hex") === signature;
}

/** A stand-in for an S3-compatible store. */
const standIn = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const key = request.url ?? "";
  if (isDown) return response.writeHead(503).end();
  if (answers !== null) return response.writeHead(answers).end();
  if (!isSigned(request, body)) return response.writeHead(403).end();
  const found = objects.get(key);
  if (request.method === "PUT") objects.set(key, body);
  if (request.method === "DELETE") objects.delete(key);
  if (request.method !== "GET") return response.writeHead(request.method === "PUT" ? 200 : 204).end();
  if (!found) return response.writeHead(404).end();
  const [, from, to] = (knowsRanges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")) || [];
  if (from && to) return response.writeHead(206).end(found.subarray(Number(from), Number(to) + 1));
  return response.writeHead(200).end(found);
});

let store: FileStore;
let app: ProbeApp;
const token = "ann";

before(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, "127.0.0.1", resolve));
  store = storeWith(SECRET);
  app = new ProbeApp({ fileStore: store });
  await app.start();
  app.admit(token, { userId: newId(), organizationId: newId(), permissions: ["probe:probe:edit", "probe:probe:list"] });
});

after(async () => {
  await app.stop();
  standIn.close();
});

function storeWith(secretKey: string): FileStore {
  const { port } = standIn.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = { endpoint, bucket: "files", region: "cn-north-1", accessKey: "access", secretKey, pathStyle: true };
  return s3FileStore(settings, createLog("silent"));
}

async function upload(content: Buffer): Promise<Envelope<StoredFile>> {
  const form = new FormData();
  form.append("bizType", "probe");
  form.append("file", new Blob([new Uint8Array(content)]), "a.pdf");
  const headers = { authorization: token, applicationid: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  return (await response.json()) as Envelope<StoredFile>;
}

const contentOf = async (id: string) => {
  const { data } = await app.call(getFileUrl, { params: { id } }, { token });
  return fetch(app.origin + data.url);
};

test("PF-R92 the signature is that of the published example (AWS signature version 4)", () => {
  const headers = signedS3Headers(
    {
      method: "GET",
      url: new URL("https://examplebucket.s3.amazonaws.com/?lifecycle="),
      bodyHash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
    {
      region: "us-east-1",
      accessKey: ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
      secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
    new Date("2013-05-24T00:00:00.000Z"),
  );
  assert.equal(headers["x-amz-date"], "20130524T000000Z");
  assert.match(
    headers["authorization"] ?? "",
    /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
  );
});

test("PF-R92 with an S3-compatible store the content goes there and comes from there, whole", async () => {
  const content = sized(samples.pdf, 5);
  const { data, msg } = await upload(content);
  assert.equal(msg, "");
  assert.deepEqual(objects.get(`/files/${data.id}`), content);
  assert.deepEqual(await app.rows("select 1 from file_chunk"), []);
  assert.deepEqual(Buffer.from(await (await contentOf(data.id)).arrayBuffer()), content);
});

test("PF-R133 a part of a file is asked of the store alone; one that sends the whole instead is refused", async () => {
  const { data } = await upload(samples.pdf);
  const part = async () => Buffer.concat(await (await store.openPart(data.id, 2, 5)).toArray());
  assert.deepEqual(await part(), samples.pdf.subarray(2, 6));
  const { data: address } = await app.call(getFileUrl, { params: { id: data.id } }, { token });
  const sent = () => fetch(app.origin + address.url, { headers: { range: "bytes=2-5" } });
  assert.equal((await sent()).status, 206);
  knowsRanges = false;
  await assert.rejects(part(), { message: "外部服务暂不可用，请稍后再试" });
  assert.notEqual((await sent()).status, 206);
  knowsRanges = true;
});

test("PF-R92 a purge takes the content out of the store", async () => {
  const { data } = await upload(samples.pdf);
  app.passTime(24 * 3600 + 1);
  await purgeFiles({ step: (act) => app.arrange(act) });
  assert.equal(objects.has(`/files/${data.id}`), false);
});

test("PF-R92 a store that is down or refuses the key gives a message, keeps nothing, and works again afterwards", async () => {
  const kept = (await upload(samples.pdf)).data;
  isDown = true;
  assert.equal((await upload(samples.pdf)).msg, "外部服务暂不可用，请稍后再试");
  assert.equal(((await (await contentOf(kept.id)).json()) as Envelope<null>).msg, "外部服务暂不可用，请稍后再试");
  isDown = false;
  const loose = await app.rows<{ id: string }>("select id from file where stored_at is null and status = 'TEMP'");
  assert.deepEqual(loose, []);
  assert.equal((await contentOf(kept.id)).status, 200);
  await assert.rejects(storeWith("wrong").open(kept.id), { message: "外部服务暂不可用，请稍后再试" });
  assert.equal((await upload(samples.pdf)).success, true);
});

test("PF-R92 whatever a store answers but that it was done is a refusal", async () => {
  for (const [status, isDone] of [
    [200, true],
    [299, true],
    [300, false],
    [404, false],
  ] as const) {
    answers = status;
    assert.equal((await upload(samples.pdf)).success, isDone, `${status}`);
  }
  answers = null;
  await assert.rejects(store.open(newId()), { message: "外部服务暂不可用，请稍后再试" });
});
