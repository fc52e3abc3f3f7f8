import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { type Envelope, getFileUrl, removeFile, type StoredFile } from "@ops/platform/contract";
import { sql } from "kysely";
import { nothing } from "../actor.ts";
import { searchAudit } from "../audit/search.ts";
import { newId } from "../crypto.ts";
import { createProbe, probeApp } from "../probe.ts";
import { compoundOf, officeOf, samples, sized, zipOf } from "./samples.ts";
import { bindFile, openFile, purgeFiles, readFile } from "./service.ts";

const app = probeApp();
const TYPE = "文件类型不支持或内容与扩展名不符";
const INVALID = "附件不存在或已失效，请重新上传";

const people = new Map<string, { userId: string; token: string }>();
function person(name: string, permissions = ["probe:probe:edit", "probe:probe:list"], isNear = true) {
  const known = people.get(name);
  if (known) return known;
  const userId = newId();
  const scope = isNear ? {} : { scope: nothing };
  const one = { userId, token: app.admit(name, { userId, organizationId: newId(), permissions, ...scope }) };
  people.set(name, one);
  return one;
}
const ann = () => person("ann");

async function upload(
  name: string,
  content: Buffer,
  { token = ann().token, bizType = "probe", more = {} }: { token?: string; bizType?: string; more?: object } = {},
): Promise<Envelope<StoredFile>> {
  const form = new FormData();
  form.append("bizType", bizType);
  for (const [field, value] of Object.entries(more)) form.append(field, value);
  form.append("file", new Blob([new Uint8Array(content)]), name);
  return sendForm(form, token);
}

async function sendForm(form: FormData, token = ann().token): Promise<Envelope<StoredFile>> {
  const headers = { authorization: token };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  assert.equal(response.status, 200);
  return (await response.json()) as Envelope<StoredFile>;
}

const addressOf = async (id: string, token = ann().token) => app.call(getFileUrl, { params: { id } }, { token });
const fetched = (url: string) => fetch(app.origin + url);

async function givenProbe(): Promise<string> {
  const { data } = await app.call(
    createProbe,
    { body: { name: "甲", phone: "1", level: "A" } },
    { token: ann().token },
  );
  return data.id;
}

const bound = (fileId: string, bizId: string, { userId = ann().userId, bizType = "probe" } = {}) =>
  app.arrange((tx) => bindFile({ ...tx, actor: { ...tx.actor, userId } }, fileId, { bizType, bizId }));

test("PF-R92 every type of the list is taken, kept by its content, and every other is refused", async () => {
  for (const [ext, content] of Object.entries(samples)) {
    const { data, msg } = await upload(`示例.${ext}`, content);
    assert.equal(msg, "", ext);
    assert.partialDeepStrictEqual(data, { fileName: `示例.${ext}`, ext, size: content.length, status: "TEMP" });
    const { sha256 } = await app.arrange((tx) => readFile(tx, data.id));
    assert.deepEqual(sha256, createHash("sha256").update(content).digest(), ext);
  }
  for (const ext of ["svg", "html", "htm", "exe", "js", "xlsm", "gif", "txt", "php", "heic", ""]) {
    assert.equal((await upload(`a.${ext}`, samples.jpg)).msg, TYPE, ext);
  }
  assert.equal((await upload("constructor", samples.jpg)).msg, TYPE);
});

test("PF-R92 the content must be what the extension says: each type under each other name is refused", async () => {
  const isAlike = new Set(["jpg jpeg", "jpeg jpg", "docx zip", "xlsx zip", "pptx zip"]);
  for (const [ext, content] of Object.entries(samples)) {
    for (const other of Object.keys(samples)) {
      if (ext === other) continue;
      const { msg } = await upload(`a.${other}`, content);
      assert.equal(msg, isAlike.has(`${ext} ${other}`) ? "" : TYPE, `${ext} as ${other}`);
    }
  }
});

test("PF-R92 tricks with the content: scripts, polyglots, macros, encryption, bombs, cut and empty files", async () => {
  const zipped = samples.zip;
  const tricks: [string, string, Buffer][] = [
    ["an empty file", "a.pdf", Buffer.alloc(0)],
    ["a page as picture", "a.png", Buffer.from("<html><script>alert(1)</script></html>")],
    ["a drawing as picture", "a.jpg", Buffer.from("<svg onload='alert(1)'/>")],
    ["PDF that begins later", "a.pdf", Buffer.from("<script>1</script>%PDF-1.7")],
    ["a zip behind a picture, as zip", "a.zip", Buffer.concat([samples.jpg, zipped])],
    ["a zip behind a program, as docx", "a.docx", Buffer.concat([Buffer.from("MZ"), samples.docx])],
    ["something glued behind a zip", "a.zip", Buffer.concat([zipped, Buffer.from("<?php")])],
    ["a zip without its directory", "a.zip", zipped.subarray(0, zipped.length - 30)],
    ["a plain zip as docx", "a.docx", zipped],
    ["macros", "a.docx", officeOf("word", [{ name: "word/vbaProject.bin" }])],
    ["macros in an old file", "a.doc", compoundOf("WordDocument", "Macros")],
    ["an encrypted part", "a.xlsx", officeOf("xl", [{ name: "xl/a.xml", flags: 1 }])],
    ["an encrypted file", "a.docx", compoundOf("EncryptedPackage")],
    ["a bomb", "a.docx", officeOf("word", [{ name: "word/b.xml", claimedSize: 4_000_000_000 }])],
    [
      "many small bombs",
      "a.xlsx",
      officeOf(
        "xl",
        Array.from({ length: 300 }, (_, n) => ({ name: `xl/${n}`, claimedSize: 1e6 })),
      ),
    ],
    [
      "more parts than a directory may have",
      "a.zip",
      zipOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}` }))),
    ],
    ["an old file cut short", "a.doc", samples.doc.subarray(0, 600)],
    ["a picture of another kind in a film's box", "a.mp4", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
  ];
  for (const [trick, name, content] of tricks) assert.equal((await upload(name, content)).msg, TYPE, trick);
});

test("PF-R92 tricks with the name: paths, null bytes, control and direction marks, double extensions, length", async () => {
  const { jpg } = samples;
  const kept: [string, string][] = [
    ["../../etc/passwd.jpg", "passwd.jpg"],
    ["C:\\Windows\\照片.JPG", "照片.JPG".replace("JPG", "jpg")],
    ["..\\..\\.jpg.jpg", "jpg.jpg"],
    ["evil.php.jpg", "evil.php.jpg"],
    ["a\u202egpj.exe.jpg", "agpj.exe.jpg"],
    ["<img src=x>.jpg", "img src=x.jpg"],
    [`${"长".repeat(300)}.jpg`, `${"长".repeat(196)}.jpg`],
    ["a.jpg ", "a.jpg"],
  ];
  for (const [sent, name] of kept) {
    const { data, msg } = await upload(sent, jpg);
    assert.deepEqual([msg, data?.fileName], ["", name], sent);
  }
  for (const sent of ["a.jpg.exe", "a.jpg/..", ".jpg", "a.jpg\u0000.php", "a", "..", "a.jpg."]) {
    assert.equal((await upload(sent, jpg)).msg, TYPE, sent);
  }
  assert.equal((await upload("a.php\u0000.jpg", jpg)).data.fileName, "a.php.jpg");
});

test("PF-R92 sizes: 10 MB for pictures and sheets, 20 MB for the rest, with and without a told length", async () => {
  assert.equal((await upload("a.png", sized(samples.png, 10))).msg, "文件不能超过10MB");
  assert.equal((await upload("a.xlsx", sized(samples.xlsx, 10))).msg, "文件不能超过10MB");
  assert.equal((await upload("a.pdf", sized(samples.pdf, 20))).msg, "文件不能超过20MB");
  assert.equal((await upload("a.pdf", sized(samples.pdf, 21))).msg, "文件不能超过20MB");
  assert.equal((await upload("a.pdf", sized(samples.pdf, 15))).msg, "");
  assert.equal(await sendWithoutLength(40), "文件不能超过20MB");
});

/** Chunked: the server learns the size only as it comes. */
function sendWithoutLength(megabytes: number): Promise<string> {
  const boundary = "b0undary";
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const headers = { authorization: ann().token, "content-type": `multipart/form-data; boundary=${boundary}` };
  return new Promise((resolve, reject) => {
    const call = request(`${app.origin}/common/v1/files`, { method: "POST", headers }, async (response) => {
      const answer = JSON.parse(Buffer.concat(await response.toArray()).toString("utf8"));
      resolve(answer.msg);
    });
    call.on("error", reject);
    call.write(`${part("bizType")}\r\n\r\nprobe\r\n${part("file")}; filename="a.pdf"\r\n\r\n%PDF-1.7`);
    for (let n = 0; n < megabytes; n++) call.write(Buffer.alloc(1_048_576, 0x20));
    call.end(`\r\n--${boundary}--\r\n`);
  });
}

test("PF-R92 forms: no file, two files, another field name, unknown fields, no form, a foreign kind, no right to it", async () => {
  const file = () => new Blob([new Uint8Array(samples.jpg)]);
  const form = (...fields: [string, string | Blob][]) => {
    const made = new FormData();
    for (const [name, value] of fields)
      typeof value === "string" ? made.append(name, value) : made.append(name, value, "a.jpg");
    return sendForm(made);
  };
  assert.equal((await form(["bizType", "probe"])).msgCode, "COMMON_PARAM");
  assert.equal((await form(["file", file()])).msgCode, "COMMON_PARAM");
  assert.equal((await form(["bizType", "probe"], ["file", file()], ["file", file()])).msgCode, "COMMON_PARAM");
  assert.equal((await form(["bizType", "probe"], ["photo", file()])).msg, "file格式不正确");
  assert.equal((await form(["file", file()], ["bizType", "probe"])).msg, "", "the file may come first");
  assert.equal((await upload("a.jpg", samples.jpg, { more: { status: "BOUND" } })).msg, "status格式不正确");
  assert.equal((await upload("a.jpg", samples.jpg, { bizType: "appUser" })).msgCode, "COMMON_PARAM");
  assert.equal((await upload("a.jpg", samples.jpg, { bizType: "probeSheet" })).msg, TYPE);
  const reader = person("reader", ["probe:probe:list"]);
  assert.equal((await upload("a.jpg", samples.jpg, { token: reader.token })).msgCode, "COMMON_FORBIDDEN");
  const json = { authorization: ann().token, "content-type": "application/json" };
  const answer = await fetch(`${app.origin}/common/v1/files`, {
    method: "POST",
    headers: json,
    body: '{"bizType":"probe"}',
  });
  assert.equal(((await answer.json()) as Envelope<null>).msg, "file格式不正确");
});

test("PF-R92 broken forms are refused: no boundary, no end, no parts, long heads, names like __proto__", async () => {
  const head = (name: string, more = "") => `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const form = "multipart/form-data; boundary=x";
  const broken: [string, string, string][] = [
    ["no boundary", "multipart/form-data", "--x\r\n"],
    ["an empty boundary", "multipart/form-data; boundary=", "--\r\n"],
    ["nothing", form, ""],
    ["no part", form, "--x--\r\n"],
    ["no end", form, `${head("bizType")}probe`],
    ["text", form, "hello"],
    ["a file without end", form, `${head("file", '; filename="a.pdf"')}%PDF-1.7`],
    ["a proto", form, `${head("__proto__")}1\r\n--x--\r\n`],
    ["a constructor", form, `${head("constructor")}1\r\n--x--\r\n`],
    ["many fields", form, `${Array.from({ length: 50 }, (_, n) => `${head(`f${n}`)}1\r\n`).join("")}--x--\r\n`],
    ["a long field", form, `${head("bizType")}${"p".repeat(100_000)}\r\n--x--\r\n`],
    ["another kind of form", "multipart/mixed; boundary=x", "--x--\r\n"],
  ];
  for (const [name, type, body] of broken) {
    const headers = { authorization: ann().token, "content-type": type };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body, signal });
    const { msgCode } = (await response.json()) as Envelope<null>;
    assert.deepEqual([response.status, msgCode], [200, "COMMON_PARAM"], name);
  }
});

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

test("PF-R92 a page inside a picture is served as a picture that runs nothing", async () => {
  const polyglot = Buffer.concat([samples.jpg, Buffer.from("<html><script>alert(1)</script>")]);
  const { data } = await upload("a.html.jpg", polyglot);
  const served = await fetched((await addressOf(data.id)).data.url);
  assert.deepEqual(
    ["content-type", "x-content-type-options", "content-security-policy"].map((name) => served.headers.get(name)),
    ["image/jpeg", "nosniff", "default-src 'none'; sandbox"],
  );
});

test("PF-R92 a loose file is its uploader's; a bound one belongs to those who see the record", async () => {
  const { data: file } = await upload("a.pdf", samples.pdf);
  const bob = person("bob");
  assert.equal((await addressOf(file.id, bob.token)).msg, INVALID);
  assert.equal((await app.call(removeFile, { params: { id: file.id } }, { token: bob.token })).msg, INVALID);
  const probe = await givenProbe();
  await assert.rejects(bound(file.id, probe, { userId: bob.userId }), { message: INVALID });
  await assert.rejects(bound(file.id, probe, { bizType: "probeSheet" }), { message: INVALID });
  await bound(file.id, probe);
  await bound(file.id, probe); // saved again, nothing changes
  await assert.rejects(bound(file.id, await givenProbe()), { message: INVALID });
  assert.equal((await addressOf(file.id, bob.token)).success, true);
  const far = person("far", ["probe:probe:list", "probe:probe:edit"], false);
  const blind = person("blind", []);
  for (const { token } of [far, blind]) {
    assert.equal((await addressOf(file.id, token)).msg, INVALID);
    assert.equal((await app.call(removeFile, { params: { id: file.id } }, { token })).msg, INVALID);
  }
  const reader = person("reader", ["probe:probe:list"]);
  assert.equal(
    (await app.call(removeFile, { params: { id: file.id } }, { token: reader.token })).msgCode,
    "COMMON_FORBIDDEN",
  );
  assert.equal((await app.call(removeFile, { params: { id: file.id } }, { token: bob.token })).success, true);
  assert.equal((await addressOf(file.id, bob.token)).msg, INVALID);
});

test("PF-R92 of several deletions at once one wins, and each change of a file is in the log", async () => {
  const { data: file } = await upload("a.pdf", samples.pdf);
  const removals = await Promise.all(
    Array.from({ length: 8 }, () => app.call(removeFile, { params: { id: file.id } }, { token: ann().token })),
  );
  assert.equal(removals.filter(({ success }) => success).length, 1);
  assert.deepEqual(new Set(removals.filter(({ success }) => !success).map(({ msg }) => msg)), new Set([INVALID]));
  assert.deepEqual(
    (await app.auditOf(file)).map(({ actionName, result }) => [actionName, result]),
    [
      ["上传附件", "SUCCESS"],
      ["删除附件", "SUCCESS"],
    ],
  );
});

test("PF-R92 what no record took within a day is purged with its content, and so is what was deleted", async () => {
  const [loose, kept, deleted] = [
    (await upload("a.pdf", samples.pdf)).data,
    (await upload("b.pdf", samples.pdf)).data,
    (await upload("c.pdf", samples.pdf)).data,
  ];
  const probe = await givenProbe();
  await bound(kept.id, probe);
  await app.call(removeFile, { params: { id: deleted.id } }, { token: ann().token });
  const work = { step: <T>(act: Parameters<typeof app.arrange<T>>[0]) => app.arrange(act) };
  const contents = async () => {
    const rows = await app.rows<{ id: string }>("select distinct file_id as id from file_chunk");
    return [loose, kept, deleted].filter(({ id }) => rows.some((row) => row.id === id)).map(({ fileName }) => fileName);
  };
  await purgeFiles(work);
  assert.deepEqual(await contents(), ["a.pdf", "b.pdf"]);
  app.passTime(24 * 3600 + 1);
  await assert.rejects(bound(loose.id, probe), { message: INVALID }, "too old to be bound even before the purge");
  await purgeFiles(work);
  assert.deepEqual(await contents(), ["b.pdf"]);
  await purgeFiles(work);
  const { content } = await app.arrange((tx) => openFile(tx, kept.id));
  assert.deepEqual(Buffer.concat(await content.toArray()), samples.pdf);
});

test("PF-R92 an upload that breaks off leaves nothing", async () => {
  const before = await app.rows("select 1 from file");
  const headers = { authorization: ann().token, "content-type": "multipart/form-data; boundary=x" };
  const call = request(`${app.origin}/common/v1/files`, { method: "POST", headers });
  call.on("error", () => undefined);
  call.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7');
  await new Promise((resolve) => setTimeout(resolve, 100));
  call.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await app.rows("select 1 from file")).length, before.length);
  assert.equal((await upload("a.pdf", samples.pdf)).success, true);
});
