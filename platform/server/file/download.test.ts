import assert from "node:assert/strict";
import { test } from "node:test";
import type { Envelope } from "@ops/platform/contract";
import { sql } from "kysely";
import { searchAudit } from "../audit/search.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { samples, sized } from "./samples.ts";
import { fileDesk } from "./testing.ts";

const app = probeApp();
const { person, ann, upload, addressOf, fetched, givenProbe, bound } = fileDesk(app);
const INVALID = "附件不存在或已失效，请重新上传";

test("PF-R92 a signed address opens the file for 5 minutes: pictures in place, everything else to be saved", async () => {
  const picture = (await upload("图 片.png", samples.png)).data;
  const { data } = await addressOf(picture.id);
  const shown = await fetched(data.url);
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), samples.png);
  assert.equal(shown.headers.get("content-type"), "image/png");
  assert.equal(shown.headers.get("x-content-type-options"), "nosniff");
  assert.match(shown.headers.get("content-security-policy") ?? "", /sandbox/);
  assert.equal(shown.headers.get("content-disposition"), "inline; filename*=UTF-8''%E5%9B%BE%20%E7%89%87.png");

  const large = (await upload("a.pdf", sized(samples.pdf, 3))).data;
  const saved = await fetched((await addressOf(large.id)).data.url);
  assert.match(saved.headers.get("content-disposition") ?? "", /^attachment;/);
  assert.equal(saved.headers.get("content-length"), String(3 * 1_048_576 + 1));
  assert.equal((await saved.arrayBuffer()).byteLength, 3 * 1_048_576 + 1);

  const refusal = async (url: string) => ((await (await fetched(url)).json()) as Envelope<null>).msg;
  const bent = new URL(data.url, app.origin);
  bent.searchParams.set("expires", String(Number(bent.searchParams.get("expires")) + 1));
  assert.equal(await refusal(bent.pathname + bent.search), INVALID, "a longer life");
  assert.equal(await refusal(data.url.replace(picture.id, large.id)), INVALID, "another file");
  assert.equal(await refusal(data.url.replace(/signature=../, "signature=AA")), INVALID, "a forged signature");
  app.passTime(301);
  assert.equal(await refusal(data.url), INVALID, "too late");
});

test("PF-R97 a download through a signed address stands in the log, in the name of whom the address was given to", async () => {
  const downloads = (id: string) =>
    app.rows<{ actorId: string; bizNo: string }>(
      `select actor_id as "actorId", biz_no as "bizNo" from audit_log where biz_id = $1 and action_name = '下载附件'`,
      [id],
    );
  const { data: file } = await upload("合同.pdf", samples.pdf);
  const { url } = (await addressOf(file.id)).data;
  assert.deepEqual(await downloads(file.id), []);
  await (await fetched(url)).arrayBuffer();
  assert.deepEqual(await downloads(file.id), [{ actorId: ann().userId, bizNo: "合同.pdf" }]);

  const other = new URL(url, app.origin);
  other.searchParams.set("by", person("bob").userId);
  const refused = (await (await fetched(other.pathname + other.search)).json()) as Envelope<null>;
  assert.equal(refused.msg, INVALID, "in the name of somebody else");
  assert.equal((await downloads(file.id)).length, 1);
});

test("PF-R97 whoever answers for the organisation sees a download through a signed address", async () => {
  const organizationId = newId();
  const permissions = ["probe:probe:edit", "probe:probe:list"];
  const token = app.admit("cara", { userId: newId(), organizationId, permissions });
  const { data: file } = await upload("报价.pdf", samples.pdf, { token });
  const { url } = (await addressOf(file.id, token)).data;
  await (await fetched(url)).arrayBuffer();
  const scope = { all: false, organizations: sql`select ${organizationId}::uuid`, selfId: null } as const;
  const { list } = await app.arrange((tx) => searchAudit(tx, { pageNo: 1, pageSize: 10 }, { bizId: file.id }, scope));
  assert.deepEqual(
    list.map(({ actionName, actorOrgIds }) => [actionName, actorOrgIds]),
    [
      ["下载附件", [organizationId]],
      ["上传附件", [organizationId]],
    ],
  );
  const moved = new URL(url, app.origin);
  moved.searchParams.set("at", newId());
  const refused = (await (await fetched(moved.pathname + moved.search)).json()) as Envelope<null>;
  assert.equal(refused.msg, INVALID, "in the name of another organisation");
});

test("PF-R97 a picture that is shown in place is told once per person and day, a file that is saved every time", async () => {
  const looks = async (id: string) =>
    (await app.auditOf({ id })).filter(({ actionName }) => actionName === "下载附件").length;
  const look = async (id: string, token = ann().token) =>
    (await fetched((await addressOf(id, token)).data.url)).arrayBuffer();
  const [picture, paper] = [(await upload("a.png", samples.png)).data, (await upload("a.pdf", samples.pdf)).data];
  await bound(picture.id, await givenProbe());
  for (const { id } of [picture, paper]) for (let n = 0; n < 3; n++) await look(id);
  assert.deepEqual([await looks(picture.id), await looks(paper.id)], [1, 3]);
  await look(picture.id, person("bob").token);
  assert.equal(await looks(picture.id), 2, "somebody else");
  app.passTime(24 * 3600);
  await look(picture.id);
  assert.equal(await looks(picture.id), 3, "the next day");
});

test("PF-R97 PF-R133 of a file that is fetched in parts the first of ten minutes is told, per person", async () => {
  const { data: film } = await upload("a.pdf", samples.pdf);
  await bound(film.id, await givenProbe());
  const seek = async (token = ann().token) => {
    const { url } = (await addressOf(film.id, token)).data;
    await (await fetch(app.origin + url, { headers: { range: "bytes=0-3" } })).arrayBuffer();
    return (await app.auditOf(film)).filter(({ actionName }) => actionName === "下载附件").length;
  };
  assert.deepEqual([await seek(), await seek(), await seek()], [1, 1, 1]);
  assert.equal(await seek(person("bob").token), 2, "somebody else");
  app.passTime(9 * 60 + 30);
  assert.equal(await seek(), 2, "within ten minutes");
  app.passTime(31);
  assert.deepEqual([await seek(), await seek()], [3, 3]);
  await (await fetched((await addressOf(film.id)).data.url)).arrayBuffer();
  assert.equal(await seek(), 4, "the whole of it is told each time");
});

test("PF-R92 a page inside a picture is served as a picture that runs nothing", async () => {
  const polyglot = Buffer.concat([samples.jpg, Buffer.from("<html><script>alert(1)</script>")]);
  const { data } = await upload("a.html.jpg", polyglot);
  const served = await fetched((await addressOf(data.id)).data.url);
  assert.deepEqual(
    ["content-type", "x-content-type-options", "content-security-policy"].map((name) => served.headers.get(name)),
    [
      "image/jpeg",
      "nosniff",
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    ],
  );
});

test("PF-R133 a part of a file is fetched by its range of bytes, whatever chunks it lies in", async () => {
  const content = Buffer.concat([sized(samples.pdf, 3), Buffer.from("the last words")]);
  const { data: file } = await upload("a.pdf", content);
  const { url } = (await addressOf(file.id)).data;
  const part = async (range: string) => {
    const response = await fetch(app.origin + url, { headers: { range } });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get("content-range"), body };
  };
  const size = content.length;
  for (const [asked, from, to] of [
    ["bytes=0-9", 0, 9],
    ["bytes=1048570-2097160", 1_048_570, 2_097_160],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ["bytes=-5", size - 5, size - 1],
    [`bytes=10-${size + 100}`, 10, size - 1],
    [`bytes=-${size + 100}`, 0, size - 1],
  ] as const) {
    const answered = await part(asked);
    assert.deepEqual([answered.status, answered.range], [206, `bytes ${from}-${to}/${size}`], asked);
    assert.ok(answered.body.equals(content.subarray(from, to + 1)), asked);
  }
  for (const asked of ["bytes=0-1,5-6", "bytes=9-3", "lines=1-2", "bytes=-", ""]) {
    const answered = await part(asked);
    assert.deepEqual([answered.status, answered.body.length, answered.range], [200, size, null], asked);
  }
  assert.partialDeepStrictEqual(await part(`bytes=${size}-`), { status: 416, range: `bytes */${size}` });
  const whole = await fetched(url);
  assert.equal(whole.headers.get("accept-ranges"), "bytes");
  await whole.arrayBuffer();
});
