import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { request } from "node:http";
import { test } from "node:test";
import { dayOf, type Envelope, startOfDay } from "@ops/platform/contract";
import { probeApp } from "../start/probe.ts";
import { compoundOf, officeOf, samples, sized, zipOf } from "./samples.ts";
import { readFile } from "./service.ts";
import { fileDesk } from "./testing.ts";

const app = probeApp();
const { person, ann, upload, sendForm } = fileDesk(app);
const TYPE = "文件类型不支持或内容与扩展名不符";

test("PF-R92 every type of the list is taken, kept by its content, and every other is refused", async () => {
  for (const [ext, content] of Object.entries(samples)) {
    const { data, msg } = await upload(`示例.${ext}`, content);
    assert.equal(msg, "", ext);
    assert.partialDeepStrictEqual(data, { fileName: `示例.${ext}`, ext, size: content.length, status: "TEMP" });
    const { sha256 } = await app.arrange((tx) => readFile(tx, data.id));
    assert.deepEqual(sha256, createHash("sha256").update(content).digest(), ext);
  }
  for (const ext of ["svg", "html", "htm", "exe", "js", "xlsm", "gif", "txt", "php", ""]) {
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
    ["an archive of nothing", "a.zip", zipOf([])],
    ["an old file cut short", "a.doc", samples.doc.subarray(0, 600)],
    ["a picture of another kind in a film's box", "a.mp4", Buffer.from("\0\0\0\x18ftypavif\0\0\0\0mif1avif", "latin1")],
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
  assert.equal((await upload("a.png", sized(samples.png, 10).subarray(1))).msg, TYPE);
  assert.equal((await upload("a.png", sized(samples.png, 10).subarray(0, -1))).msg, "", "10 MB and not one more");
  assert.equal(await sendWithoutLength(40), "文件不能超过20MB");
});

/** Chunked: the server learns the size only as it comes. */
function sendWithoutLength(megabytes: number): Promise<string> {
  const boundary = "b0undary";
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers = { authorization: ann().token, applicationid: "1", "content-type": type };
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
  assert.equal((await form(["bizType", "probe"], ["photo", file()])).msg, "文件格式不正确");
  assert.equal((await form(["file", file()], ["bizType", "probe"])).msg, "", "the file may come first");
  assert.equal((await upload("a.jpg", samples.jpg, { more: { status: "BOUND" } })).msg, "参数格式不正确");
  assert.equal((await upload("a.jpg", samples.jpg, { bizType: "appUser" })).msgCode, "COMMON_PARAM");
  assert.equal((await upload("a.jpg", samples.jpg, { bizType: "probeSheet" })).msg, TYPE);
  const reader = person("reader", ["probe:probe:list"]);
  assert.equal((await upload("a.jpg", samples.jpg, { token: reader.token })).msgCode, "COMMON_FORBIDDEN");
  const json = { authorization: ann().token, "content-type": "application/json", applicationid: "1" };
  const answer = await fetch(`${app.origin}/common/v1/files`, {
    method: "POST",
    headers: json,
    body: '{"bizType":"probe"}',
  });
  assert.equal(((await answer.json()) as Envelope<null>).msg, "文件格式不正确");
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
    const headers = { authorization: ann().token, "content-type": type, applicationid: "1" };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body, signal });
    const { msgCode } = (await response.json()) as Envelope<null>;
    assert.deepEqual([response.status, msgCode], [200, "COMMON_PARAM"], name);
  }
});

test("PF-R92 a film begins with a whole box of its kind: 16 bytes at least, and no more than the file has", async () => {
  const film = (box: number, brand = "isom") => {
    const head = Buffer.from(`\0\0\0\0ftyp${brand}\0\0\0\0`, "latin1");
    head.writeUInt32BE(box);
    return Buffer.concat([head, Buffer.alloc(84)]);
  };
  for (const box of [16, 24, 100]) assert.equal((await upload("a.mp4", film(box))).msg, "", `${box}`);
  for (const box of [0, 15, 101]) assert.equal((await upload("a.mp4", film(box))).msg, TYPE, `${box}`);
  assert.equal((await upload("a.mp4", film(24, "qt  "))).msg, TYPE);
});

test("PF-R92 a form that breaks after its file leaves no file open", {
  skip: process.platform !== "linux",
}, async () => {
  const open = () =>
    readdirSync("/proc/self/fd").flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes("/upload-") ? [fd] : [];
      } catch {
        return []; // closed meanwhile
      }
    });
  const before = open();
  const part = (name: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n`;
  const body = `${part("file")}${part("other")}--x--\r\n`;
  const headers = { authorization: ann().token, "content-type": "multipart/form-data; boundary=x", applicationid: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body });
  const { msgCode } = (await response.json()) as Envelope<null>;
  assert.equal(msgCode, "COMMON_PARAM");
  assert.deepEqual(open(), before);
});

test("PF-R92 one person uploads so much a day and no more; what is refused does not count, others go on", async () => {
  const { token, userId } = person("collector");
  await app.rows("insert into rate_counter (subject, window_start, count) values ($1, $2, 1000 * 1024 - 1)", [
    `upload:${userId}`,
    startOfDay(dayOf(app.now())),
  ]);
  assert.equal((await upload("a.pdf", samples.pdf, { token })).success, true);
  for (let n = 0; n < 2; n++) {
    assert.partialDeepStrictEqual(await upload("b.pdf", samples.pdf, { token }), {
      success: false,
      msgCode: "FILE_QUOTA",
      msg: "今日上传总量已达1000MB上限，请明天再试",
    });
  }
  assert.equal((await upload("c.pdf", samples.pdf)).success, true);
  const sender = person("sender");
  await upload("d.pdf", sized(samples.pdf, 1), sender);
  const counted = await app.rows("select count from rate_counter where subject = $1", [`upload:${sender.userId}`]);
  assert.deepEqual(counted, [{ count: 1_025 }], "in KB, of which one that is begun counts");
});

test("PF-R97 an upload for a kind of record that one may not edit leaves its row as 越权尝试", async () => {
  const reader = person("who may only read", ["probe:probe:list"]);
  const { msgCode } = await upload("a.jpg", samples.jpg, { token: reader.token });
  assert.equal(msgCode, "COMMON_FORBIDDEN");
  const attempts = await app.rows<{ result: string; summary: string }>(
    "select result, summary from audit_log where actor_id = $1",
    [reader.userId],
  );
  assert.deepEqual(attempts, [{ result: "REFUSED", summary: "越权尝试" }]);
});
