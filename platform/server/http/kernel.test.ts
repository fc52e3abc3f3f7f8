import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newId } from "../secret/crypto.ts";
import { announceProbe, createProbe, editProbe, getProbe, listProbes, probeApp, removeProbe } from "../start/probe.ts";

const app = probeApp();
const organizationId = newId();
const permissions = ["probe:probe:list", "probe:probe:edit"];
const editor = () => app.admit("editor", { userId: newId(), organizationId, permissions });

async function givenProbe(name = "甲") {
  const body = { name, phone: "13812345678", level: "A" };
  const { data } = await app.call(createProbe, { body }, { token: editor() });
  return data;
}

test("PF-R26 a call with an unknown application id, or without one, is refused", async () => {
  const refused = { status: 200, success: false, msgCode: "APP_ID_INVALID", msg: "应用标识无效" };
  for (const sent of [{ applicationId: "2" }, { applicationId: "" }, {}]) {
    for (const path of ["/probe/v1/probes", "/probe/v1/announcements"]) {
      const isWrite = path.endsWith("announcements");
      const response = await fetch(app.origin + path, {
        method: isWrite ? "POST" : "GET",
        headers: { authorization: editor(), "content-type": "application/json", ...sent },
        ...(isWrite ? { body: JSON.stringify({ name: "甲", phone: "1", level: "A" }) } : {}),
      });
      const answer = { status: response.status, ...(await response.json()) };
      assert.partialDeepStrictEqual(answer, refused, `${path} ${JSON.stringify(sent)}`);
    }
  }
});

test("PF-R27 without a token, or with an unknown one, the answer is HTTP 401", async () => {
  for (const token of [null, "made-up"]) {
    const answer = await app.call(listProbes, {}, { token });
    assert.partialDeepStrictEqual(answer, { status: 401, success: false, msgCode: "SESSION_UNKNOWN" });
  }
});

test("PF-R30 a missing permission answers HTTP 200 COMMON_FORBIDDEN and ends no session", async () => {
  const token = app.admit("reader", { userId: newId(), organizationId, permissions: ["probe:probe:list"] });
  const answer = await app.call(createProbe, { body: { name: "甲", phone: "1", level: "A" } }, { token });
  assert.partialDeepStrictEqual(answer, {
    status: 200,
    success: false,
    msgCode: "COMMON_FORBIDDEN",
    msg: "您没有该操作的权限，请联系管理员！",
  });
  assert.equal((await app.call(listProbes, {}, { token })).success, true);
});

test("PF-R30 a missing record answers HTTP 200 COMMON_NOT_FOUND", async () => {
  const answer = await app.call(getProbe, { params: { id: newId() } }, { token: editor() });
  assert.partialDeepStrictEqual(answer, { status: 200, msgCode: "COMMON_NOT_FOUND", msg: "数据不存在或已被删除" });
});

test("PF-R37 a restricted session reaches nothing but what is marked for it", async () => {
  const token = app.admit("fresh", { userId: newId(), organizationId, permissions, restricted: true });
  const answer = await app.call(listProbes, {}, { token });
  assert.partialDeepStrictEqual(answer, { status: 200, msgCode: "PWD_CHANGE_REQUIRED", msg: "请先修改初始密码" });
});

test("PF-R64 a replaced token reads but does not write", async () => {
  const token = app.admit("old", { userId: newId(), organizationId, permissions, readOnly: true });
  assert.equal((await app.call(listProbes, {}, { token })).success, true);
  const answer = await app.call(createProbe, { body: { name: "甲", phone: "1", level: "A" } }, { token });
  assert.equal(answer.status, 401);
});

test("PF-R77 the envelope carries success, msg, msgCode, data; masked and unnamed fields never leave the server", async () => {
  const probe = await givenProbe();
  const answer = await app.call(getProbe, { params: { id: probe.id } }, { token: editor() });
  assert.deepEqual(Object.keys(answer.data).sort(), ["createdAt", "id", "level", "name", "phone", "version"]);
  assert.equal(answer.data.phone, "138****5678");
  assert.match(answer.data.createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test("PF-R77 a POST may come as a form", async () => {
  const response = await fetch(`${app.origin}/probe/v1/probes`, {
    method: "POST",
    headers: { authorization: editor(), applicationId: "1", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ name: "表单", phone: "13800000000", level: "B" }),
  });
  const answer = await response.json();
  assert.equal(answer.data.name, "表单");
});

test("PF-R80 an unexpected fault answers HTTP 500 with its number and nothing else of the inside", async () => {
  await sql`alter table probe rename to probe_away`.execute(app.node.database.writer);
  const answer = await app.call(listProbes, {}, { token: editor() });
  await sql`alter table probe_away rename to probe`.execute(app.node.database.writer);
  assert.equal(answer.status, 500);
  assert.match(answer.msg, /^系统异常，请联系管理员（编号：[0-9a-f-]{36}）$/);
  assert.equal(answer.headers.get("x-request-id"), answer.msg.match(/[0-9a-f-]{36}/)?.[0]);
});

test("PF-R79 an unknown path answers HTTP 404", async () => {
  const response = await fetch(`${app.origin}/probe/v1/nowhere`);
  assert.equal(response.status, 404);
  assert.equal((await response.json()).msg, "接口404，未找到资源路径！");
});

test("PF-R83 a repeated keyed call acts once and gets the first answer, also when both come at the same time", async () => {
  const token = editor();
  const call = () =>
    app.call(
      createProbe,
      { body: { name: "一次", phone: "1", level: "A" } },
      { token, headers: { "idempotency-key": "k1" } },
    );
  const answers = await Promise.all([call(), call(), call(), call(), call()]);
  const again = await call();
  assert.equal(new Set([...answers, again].map(({ data }) => data.id)).size, 1);
  assert.equal((await app.rows("select from probe where name = '一次'")).length, 1);
  assert.equal((await app.auditOf(again.data)).length, 1);
});

test("PF-R83 the same key with another content is refused", async () => {
  const token = editor();
  const headers = { "idempotency-key": "k2" };
  await app.call(createProbe, { body: { name: "先", phone: "1", level: "A" } }, { token, headers });
  const answer = await app.call(createProbe, { body: { name: "后", phone: "1", level: "A" } }, { token, headers });
  assert.deepEqual([answer.msgCode, answer.msg], ["COMMON_PARAM", "请求标识格式不正确"]);
});

test("PF-R83 callers without a session never get the answer of another one", async () => {
  const headers = { "idempotency-key": "k3" };
  const body = { name: "路人", phone: "1", level: "A" };
  const [first, second] = [
    await app.call(announceProbe, { body }, { headers }),
    await app.call(announceProbe, { body }, { headers }),
  ];
  assert.ok(first.success && second.success);
  assert.notEqual(first.data.id, second.data.id);
  assert.deepEqual(await app.rows("select from idempotency_key where key = 'k3'"), []);
});

test("PF-R23 the address of a caller is what the nearest proxy says, not what the caller says before it", async () => {
  const body = { name: "远方", phone: "1", level: "A" };
  const headers = { "x-forwarded-for": "198.51.100.66, 10.1.1.1" };
  const { data } = await app.call(createProbe, { body }, { token: editor(), headers });
  assert.deepEqual(await app.rows("select ip from audit_log where biz_id = $1", [data.id]), [{ ip: "10.1.1.1" }]);
});

test("PF-R84 bad input names the field; unknown and server-owned properties are refused", async () => {
  const token = editor();
  const bad = [
    [{ name: "", phone: "1", level: "A" }, "请输入名称！"],
    [{ name: "很长的名称很长的名称很长", phone: "1", level: "A" }, "名称最多20个字符（汉字算2个）"],
    [{ name: "甲", phone: "1", level: "A", orgId: newId() }, "参数格式不正确"],
    [{ name: "甲", phone: "1", level: "太长的等级啊" }, "等级格式不正确"],
    [JSON.parse('{"name":"甲","phone":1,"level":"A"}'), "参数格式不正确"],
    [{ name: "甲\0乙", phone: "1", level: "A" }, "文本格式不正确"],
    [{ name: "甲\ud800", phone: "1", level: "A" }, "文本格式不正确"],
  ] as const;
  for (const [body, msg] of bad) {
    const answer = await app.call(createProbe, { body }, { token });
    assert.partialDeepStrictEqual(answer, { status: 200, success: false, msgCode: "COMMON_PARAM", msg });
  }
});

test("PF-R84 a property that is called like what every object inherits is refused before anybody could look it up", async () => {
  const token = editor();
  const names = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
  for (const name of names) {
    for (const body of [`{"name":"甲","${name}":"1"}`, `{"name":{"a":[{"${name}":"1"}]}}`]) {
      const headers = { authorization: token, applicationId: "1", "content-type": "application/json" };
      const response = await fetch(`${app.origin}/probe/v1/probes`, { method: "POST", headers, body });
      const answer = await response.json();
      const refused = { status: 200, success: false, msgCode: "COMMON_PARAM", msg: "请求内容格式不正确" };
      assert.partialDeepStrictEqual({ status: response.status, ...answer }, refused, body);
    }
    const sent = await fetch(`${app.origin}/probe/v1/probes?${name}=1`, {
      headers: { authorization: token, applicationId: "1" },
    });
    assert.partialDeepStrictEqual(await sent.json(), { msgCode: "COMMON_PARAM" }, name);
  }
  assert.ok(names.length > 10);
});

test("PF-R85 a page beyond the reachable rows, or of more than 100 rows, is refused in its own words", async () => {
  const token = editor();
  const refusals = {
    "pageNo=10001&pageSize=1": "查询结果过多，请缩小查询范围或使用导出",
    "pageNo=101&pageSize=100": "查询结果过多，请缩小查询范围或使用导出",
    "pageSize=101": "每页条数格式不正确",
    "pageNo=0": "页码格式不正确",
    "pageNo=x": "页码格式不正确",
    "pageNo=1e308": "页码格式不正确",
  };
  for (const [search, msg] of Object.entries(refusals)) {
    const response = await fetch(`${app.origin}/probe/v1/probes?${search}`, {
      headers: { authorization: token, applicationid: "1" },
    });
    assert.partialDeepStrictEqual(await response.json(), { success: false, msg }, search);
  }
});

test("PF-R84 a body that is no JSON is refused, not a fault", async () => {
  for (const [type, body] of [
    ["application/json", "{"],
    ["text/xml", "<a/>"],
    ["application/json", ""],
  ] as const) {
    const response = await fetch(`${app.origin}/probe/v1/probes`, {
      method: "POST",
      headers: { authorization: editor(), "content-type": type, applicationid: "1" },
      body,
    });
    assert.partialDeepStrictEqual(
      { status: response.status, ...(await response.json()) },
      { status: 200, msgCode: "COMMON_PARAM" },
    );
  }
});

test("PF-R90 a change on an old version is refused with who, when and the present record", async () => {
  const probe = await givenProbe("旧");
  const token = editor();
  await app.call(editProbe, { params: { id: probe.id }, body: { name: "新", version: probe.version } }, { token });
  const late = await app.call(
    editProbe,
    { params: { id: probe.id }, body: { name: "晚", version: probe.version } },
    { token },
  );
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  assert.match(late.msg, /^数据已被张三于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d修改，请刷新后重试$/);
  assert.partialDeepStrictEqual(late.data, { name: "新", version: 2, phone: "138****5678" });
  assert.deepEqual(Object.keys(late.data).sort(), ["createdAt", "id", "level", "name", "phone", "version"]);
});

test("PF-R90 of 200 parallel writes on one version exactly one wins", async () => {
  const probe = await givenProbe("争");
  const token = editor();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      app.call(editProbe, { params: { id: probe.id }, body: { name: `争${n}`, version: 1 } }, { token }),
    ),
  );
  assert.equal(answers.filter(({ success }) => success).length, 1);
  const codes = new Set(answers.filter(({ success }) => !success).map(({ msgCode }) => msgCode));
  assert.deepEqual([...codes], ["COMMON_VERSION_CONFLICT"]);
});

test("PF-R97 every write leaves exactly one audit row with labelled, masked diffs; a refused one leaves none", async () => {
  const probe = await givenProbe("审");
  const token = editor();
  await app.call(editProbe, { params: { id: probe.id }, body: { name: "审二", version: 1 } }, { token });
  await app.call(editProbe, { params: { id: probe.id }, body: { name: "禁用", version: 2 } }, { token });
  await app.call(removeProbe, { params: { id: probe.id } }, { token });
  const rows = await app.auditOf(probe);
  assert.deepEqual(
    rows.map(({ actionName }) => actionName),
    ["新建样本", "编辑样本", "删除样本"],
  );
  assert.deepEqual(rows[1]?.diffs, [
    { bizType: "probe", bizId: probe.id, field: "name", label: "名称", before: "审", after: "审二" },
  ]);
  assert.equal(rows[0]?.diffs.find(({ field }) => field === "phone")?.after, "138****");
});

test("PF-R97 rows of the log can be neither changed nor deleted", async () => {
  await givenProbe("封");
  for (const query of ["update audit_log set actor_name = '别人'", "delete from audit_log"]) {
    await assert.rejects(app.rows(query), /permission denied/, query);
    await assert.rejects(app.rowsAsOwner(query), /append-only/, query);
  }
});

test("PF-R106 a foreign record does not exist for a reader; a write on it is refused and logged as 越权尝试", async () => {
  const probe = await givenProbe("远");
  const scope = { all: false, organizations: sql`select ${newId()}::uuid`, selfId: null } as const;
  const token = app.admit("stranger", { userId: newId(), organizationId, permissions, scope });
  assert.equal((await app.call(getProbe, { params: { id: probe.id } }, { token })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await app.call(listProbes, {}, { token })).data.total, 0);
  const write = await app.call(editProbe, { params: { id: probe.id }, body: { name: "夺", version: 1 } }, { token });
  assert.partialDeepStrictEqual(write, { status: 200, msgCode: "COMMON_NOT_FOUND" });
  const attempt = (await app.auditOf(probe)).at(-1);
  assert.partialDeepStrictEqual(attempt, { summary: "越权尝试", result: "REFUSED", actionName: "编辑样本" });
});

test("PF-R105 the scope SELF shows one's own records, an organisation's scope those of the organisation", async () => {
  const me = newId();
  const mine = { all: false, organizations: null, selfId: me } as const;
  const token = app.admit("self", { userId: me, organizationId: newId(), permissions, scope: mine });
  await app.call(createProbe, { body: { name: "自己", phone: "1", level: "S" } }, { token });
  const list = await app.call(listProbes, {}, { token });
  assert.deepEqual(
    list.data.list.map(({ name }) => name),
    ["自己"],
  );
});

test("empty lists reach text arrays and jsonb alike", async () => {
  const { id } = await givenProbe("空");
  const [row] = await app.rows("select tags, facts from probe where id = $1", [id]);
  assert.deepEqual(row, { tags: [], facts: [] });
});
