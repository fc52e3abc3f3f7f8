import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { removeFile } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { samples } from "./samples.ts";
import { openFile, purgeFiles } from "./service.ts";
import { fileDesk } from "./testing.ts";

const app = probeApp();
const { person, ann, upload, addressOf, givenProbe, bound } = fileDesk(app);
const INVALID = "附件不存在或已失效，请重新上传";

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
  assert.equal((await app.call(removeFile, { params: { id: file.id } }, { token: bob.token })).msg, INVALID);
  await assert.rejects(bound(file.id, probe), { message: INVALID }, "deleted");
});

test("PF-R92 whoever uploaded a loose file removes it, also without the right to its kind; some kinds need none", async () => {
  const { data: loose } = await upload("a.pdf", samples.pdf, person("leaver"));
  app.admit("leaver", { ...person("leaver"), organizationId: newId(), permissions: [] });
  const removed = async (id: string, token: string) => (await app.call(removeFile, { params: { id } }, { token })).msg;
  assert.equal(await removed(loose.id, "leaver"), "");
  const bizType = "probeSheet";
  const { data: sheet } = await upload("a.xlsx", samples.xlsx, { bizType });
  await bound(sheet.id, newId(), { bizType });
  const { data: other } = await upload("b.xlsx", samples.xlsx, { bizType });
  assert.equal(await removed(sheet.id, person("bob").token), INVALID, "nobody but its uploader sees it");
  assert.equal((await addressOf(sheet.id)).msg, "");
  assert.equal(await removed(sheet.id, ann().token), "");
  await app.rows("update file set stored_at = null where id = $1", [other.id]);
  assert.equal((await addressOf(other.id)).msg, INVALID, "its content is not there yet");
  assert.equal(await removed(other.id, ann().token), INVALID);
});

test("PF-R92 a loose file may be bound for 24 hours, to the second", async () => {
  await app.holdTime(async () => {
    const [kept, late] = [(await upload("a.pdf", samples.pdf)).data, (await upload("b.pdf", samples.pdf)).data];
    const probe = await givenProbe();
    app.passTime(24 * 3600);
    await bound(kept.id, probe);
    app.passTime(1);
    await assert.rejects(bound(late.id, probe), { message: INVALID });
  });
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
  const purged = () => app.rows("select purged_at from file where file_name = 'c.pdf' and purged_at is not null");
  const before = await purged();
  assert.equal(before.length, 1);
  app.passTime(60);
  await purgeFiles(work);
  assert.deepEqual(await purged(), before, "once");
  assert.deepEqual(await app.rows("select status, purged_at as at from file where id = $1", [kept.id]), [
    { status: "BOUND", at: null },
  ]);
  const { content } = await app.arrange((tx) => openFile(tx, kept.id));
  assert.deepEqual(Buffer.concat(await content.toArray()), samples.pdf);
});

test("PF-R92 an upload that breaks off leaves nothing", async () => {
  const before = await app.rows("select 1 from file");
  const headers = { authorization: ann().token, "content-type": "multipart/form-data; boundary=x", applicationid: "1" };
  const call = request(`${app.origin}/common/v1/files`, { method: "POST", headers });
  call.on("error", () => undefined);
  call.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7');
  await new Promise((resolve) => setTimeout(resolve, 100));
  call.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await app.rows("select 1 from file")).length, before.length);
  assert.equal((await upload("a.pdf", samples.pdf)).success, true);
});
