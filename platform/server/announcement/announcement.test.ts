import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { tellDueAnnouncements } from "./service.ts";

const role = newId();
const app = probeApp({
  modules: [
    {
      ...probeModule,
      belongings: async ({ actor }) => ({
        organizationIds: actor.organizationIds,
        roleIds: actor.can("probe:role:held") ? [role] : [],
      }),
    },
  ],
});

const PUBLISH = "platform:notice:publish";
let people = 0;
function person(permissions: readonly string[] = [], at: { organizationId?: string; scope?: DataScope } = {}) {
  return app.admit(`person ${++people}`, { userId: newId(), organizationId: newId(), permissions, ...at });
}
const author = () => person([PUBLISH]);

type Body = contract.BodyInputOf<typeof contract.createAnnouncement>;
const text: Body = {
  title: "系统维护通知",
  content: "今晚 22:00 维护",
  audience: "ALL",
  audienceIds: [],
  publishAt: null,
  expireAt: null,
  isPinned: false,
  mustRead: false,
};
const create = (token: string, changes: Partial<Body> = {}) =>
  app.call(contract.createAnnouncement, { body: { ...text, ...changes } }, { token });
const publish = (token: string, { id, version }: contract.Announcement) =>
  app.call(contract.publishAnnouncement, { params: { id }, body: { version } }, { token });
async function published(changes: Partial<Body> = {}, token = author()) {
  const answer = await publish(token, (await create(token, changes)).data);
  assert.equal(answer.msg, "");
  return answer.data;
}
const mine = async (token: string) => (await app.call(contract.myAnnouncements, {}, { token })).data;
const sees = async (token: string, { id }: { id: string }) => (await mine(token)).some((one) => one.id === id);
const wire = (secondsAhead: number) => contract.wireTime(new Date(app.now().getTime() + secondsAhead * 1000));

test("PF-R100 a draft is nobody's news; published it reaches everybody, withdrawn nobody; PF-R89 its number begins with GG", async () => {
  const token = author();
  const draft = (await create(token)).data;
  assert.match(draft.announcementNo, /^GG\d{8}000\d{3}$/);
  assert.deepEqual([draft.status, await sees(person(), draft)], ["DRAFT", false]);

  const shown = (await publish(token, draft)).data;
  assert.equal(await sees(person(), shown), true);
  assert.partialDeepStrictEqual(await app.auditOf(shown), [{ actionName: "新增公告" }, { actionName: "发布公告" }]);

  const input = { params: { id: shown.id }, body: { version: shown.version } };
  assert.equal((await app.call(contract.withdrawAnnouncement, input, { token })).data.status, "WITHDRAWN");
  assert.equal(await sees(person(), shown), false);
});

test("PF-R100 organisations and roles: only who belongs to one of them is told", async () => {
  const organizationId = newId();
  const [inside, outside] = [person([], { organizationId }), person()];
  const forOrganization = await published({ audience: "ORGS", audienceIds: [organizationId] });
  assert.deepEqual([await sees(inside, forOrganization), await sees(outside, forOrganization)], [true, false]);
  const forRole = await published({ audience: "ROLES", audienceIds: [role] });
  assert.deepEqual([await sees(person(["probe:role:held"]), forRole), await sees(outside, forRole)], [true, false]);

  const read = { params: { id: forRole.id } };
  assert.equal((await app.call(contract.readAnnouncement, read, { token: outside })).msgCode, "COMMON_NOT_FOUND");
});

test("PF-R100 pinned ones come first, then the newest; reading is kept per person, until it is published anew", async () => {
  const token = author();
  const pinned = await published({ title: "置顶", isPinned: true });
  app.passTime(1);
  const later = await published({ title: "较新", mustRead: true }, token);
  const reader = person();
  const own = (await mine(reader)).filter(({ id }) => id === pinned.id || id === later.id);
  assert.deepEqual(
    own.map(({ title, isRead, mustRead }) => [title, isRead, mustRead]),
    [
      ["置顶", false, false],
      ["较新", false, true],
    ],
  );

  const input = { params: { id: later.id } };
  for (const _twice of [1, 2])
    assert.equal((await app.call(contract.readAnnouncement, input, { token: reader })).data, true);
  const isRead = async (who: string) => (await mine(who)).find(({ id }) => id === later.id)?.isRead;
  assert.deepEqual([await isRead(reader), await isRead(person())], [true, false]);
  const listed = await app.call(contract.listAnnouncements, { query: { keyword: "较新" } }, { token });
  assert.equal(listed.data.list[0]?.readCount, 1);

  const body = { version: later.version };
  const withdrawn = await app.call(contract.withdrawAnnouncement, { ...input, body }, { token });
  await publish(token, withdrawn.data);
  assert.equal(await isRead(reader), false);
});

test("PF-R100 it is shown from its time on, told to open pages then, and no longer than its end", async () => {
  const told = () => app.rows("select 1 from live_event where payload->>'type' = 'announcement.changed'");
  const planned = await published({ publishAt: wire(600), expireAt: wire(1200) });
  const before = (await told()).length;
  assert.deepEqual([planned.isWaiting, await sees(person(), planned)], [true, false]);
  await app.arrange(tellDueAnnouncements);
  assert.equal((await told()).length, before);

  app.passTime(601);
  await app.arrange(tellDueAnnouncements);
  await app.arrange(tellDueAnnouncements);
  assert.deepEqual([(await told()).length, await sees(person(), planned)], [before + 1, true]);
  app.passTime(600);
  assert.equal(await sees(person(), planned), false);
});

test("PF-R100 what is wrong is refused with its text", async () => {
  const token = author();
  const refused = async (changes: Partial<Body>) => {
    const { msgCode, msg } = await create(token, changes);
    return [msgCode, msg];
  };
  assert.deepEqual(await refused({ audience: "ORGS" }), ["ANNOUNCEMENT_AUDIENCE_EMPTY", "请选择发布范围！"]);
  const order = ["ANNOUNCEMENT_TIME_ORDER", "失效时间必须晚于发布时间"];
  assert.deepEqual(await refused({ publishAt: wire(600), expireAt: wire(600) }), order);
  assert.deepEqual(await refused({ expireAt: wire(-1) }), order);
  assert.deepEqual(await refused({ title: " " }), ["COMMON_PARAM", "请输入标题！"]);

  const shown = await published({}, token);
  const { id, version } = shown;
  const edited = await app.call(contract.editAnnouncement, { params: { id }, body: { ...text, version } }, { token });
  const illegal = "公告当前状态为【已发布】，不能执行";
  assert.deepEqual([edited.msgCode, edited.msg], ["PLATFORM_STATE_ILLEGAL", `${illegal}【编辑】`]);
  const removed = await app.call(contract.removeAnnouncement, { params: { id }, query: { version } }, { token });
  assert.equal(removed.msg, `${illegal}【删除】`);

  const short = (await create(token, { expireAt: wire(60) })).data;
  app.passTime(61);
  const late = await publish(token, short);
  assert.deepEqual([late.msgCode, late.msg], ["ANNOUNCEMENT_EXPIRED", "失效时间已过，请先修改失效时间"]);
});

test("AU-R15 nobody speaks to more people than the data scope reaches, and sees others' announcements only inside it", async () => {
  const [home, foreign] = [newId(), newId()];
  const scope: DataScope = { all: false, organizations: sql`select ${home}::uuid`, selfId: null };
  const delegated = person([PUBLISH], { organizationId: home, scope });
  const beyond = ["ANNOUNCEMENT_AUDIENCE_BEYOND", "您只能向数据范围内的组织发布公告"];
  const wider: Partial<Body>[] = [
    {},
    { audience: "ROLES", audienceIds: [role] },
    { audience: "ORGS", audienceIds: [home, foreign] },
  ];
  for (const changes of wider) {
    const { msgCode, msg } = await create(delegated, changes);
    assert.deepEqual([msgCode, msg], beyond);
  }
  const own = (await create(delegated, { audience: "ORGS", audienceIds: [home] })).data;
  assert.equal((await publish(delegated, own)).success, true);

  const elsewhere = await published({ title: "总部公告" });
  const listed = (await app.call(contract.listAnnouncements, { query: {} }, { token: delegated })).data.list;
  assert.deepEqual(
    listed.map(({ id }) => id),
    [own.id],
  );
  const input = { params: { id: elsewhere.id }, body: { version: elsewhere.version } };
  const foreignOne = await app.call(contract.withdrawAnnouncement, input, { token: delegated });
  assert.equal(foreignOne.msgCode, "COMMON_NOT_FOUND");

  await app.rows("update announcement set status = 'WITHDRAWN', audience_ids = array[$2::uuid] where id = $1", [
    own.id,
    foreign,
  ]);
  const again = await publish(delegated, { ...own, version: own.version + 1 });
  assert.equal(again.msgCode, beyond[0]);
});

const changesTold = async () =>
  (await app.rows("select from live_event where payload->>'type' = 'announcement.changed'")).length;
const withdraw = (token: string, { id, version }: contract.Announcement) =>
  app.call(contract.withdrawAnnouncement, { params: { id }, body: { version } }, { token });
const listed = async (token: string, query: { status?: contract.Announcement["status"]; keyword?: string }) =>
  (await app.call(contract.listAnnouncements, { query }, { token })).data.list;

test("PF-R100 the list tells of each announcement what was written, where it stands, who wrote it and how many read it", async () => {
  const organizationId = newId();
  const token = person([PUBLISH], { organizationId });
  const keyword = "全貌";
  const whole: Body = { ...text, audience: "ORGS", audienceIds: [organizationId, organizationId], isPinned: true };
  const draft = (await create(token, { ...whole, title: "全貌一", publishAt: wire(60), expireAt: wire(120) })).data;
  app.passTime(1);
  const other = (await create(token, { title: "全貌二" })).data;
  const { content, mustRead } = whole;
  const expected = { content, audience: "ORGS", audienceIds: [organizationId], isPinned: true, mustRead };
  const { id, announcementNo, publishAt, expireAt, createdAt } = draft;
  const row = {
    ...expected,
    id,
    announcementNo,
    publishAt,
    expireAt,
    createdAt,
    title: "全貌一",
    createdByName: "张三",
  };
  assert.deepEqual(await listed(token, { keyword, status: "DRAFT" }), [
    other,
    { ...row, status: "DRAFT", isWaiting: false, isExpired: false, readCount: 0, version: 1 },
  ]);
  await app.holdTime(async () => {
    const shown = (await publish(token, draft)).data;
    const published = { ...row, status: "PUBLISHED", isWaiting: true, isExpired: false, readCount: 0, version: 2 };
    assert.deepEqual(shown, published);
    assert.deepEqual(await listed(token, { keyword, status: "PUBLISHED" }), [published]);
    const toGo = new Date(`${publishAt?.replace(" ", "T")}+08:00`).getTime() - app.now().getTime();
    app.passTime(toGo / 1000);
    await app.call(contract.readAnnouncement, { params: { id } }, { token });
    const running = { ...published, isWaiting: false, readCount: 1 };
    assert.deepEqual(await listed(token, { keyword, status: "PUBLISHED" }), [running]);
    const readers = await mine(token);
    const told = { id, title: "全貌一", content, publishAt, isPinned: true, mustRead, isRead: true };
    assert.deepEqual(readers[0], told);
    app.passTime(59.999);
    assert.deepEqual([(await listed(token, { keyword }))[1], await sees(token, draft)], [running, true]);
    app.passTime(0.001);
    assert.deepEqual(
      [(await listed(token, { keyword }))[1], await sees(token, draft)],
      [{ ...running, isExpired: true }, false],
    );
  });
});

test("PF-R100 open pages are told when one is published or withdrawn; only a planned one waits for its time", async () => {
  const token = author();
  await app.arrange(tellDueAnnouncements); // those of other tests
  const before = await changesTold();
  const now = (await publish(token, (await create(token)).data)).data;
  assert.equal(await changesTold(), before + 1);
  const again = (await publish(token, (await withdraw(token, now)).data)).data;
  assert.equal(await changesTold(), before + 3);
  await app.arrange(tellDueAnnouncements);
  assert.equal(await changesTold(), before + 3, "nothing is due");
  await create(token, { publishAt: wire(2), expireAt: null });
  const planned = (await publish(token, (await create(token, { publishAt: wire(2) })).data)).data;
  app.passTime(3);
  await withdraw(token, planned);
  assert.equal(await changesTold(), before + 4);
  await app.arrange(tellDueAnnouncements);
  assert.equal(await changesTold(), before + 4, "neither a draft nor a withdrawn one is due");
  assert.equal(await sees(person(), again), true);
});

test("PF-R100 published anew it is read anew, and what others were told stays read; a past time becomes the present one", async () => {
  const token = author();
  const reader = person();
  const [one, other] = [await published({ publishAt: wire(-60) }, token), await published({}, token)];
  assert.ok(one.publishAt && one.publishAt >= wire(-30));
  for (const { id } of [one, other]) await app.call(contract.readAnnouncement, { params: { id } }, { token: reader });
  await publish(token, (await withdraw(token, one)).data);
  const readOf = async ({ id }: contract.Announcement) => (await mine(reader)).find((shown) => shown.id === id)?.isRead;
  assert.deepEqual([await readOf(one), await readOf(other)], [false, true]);
});

test("PF-R100 an edit of a withdrawn one makes it a draft; a draft can be removed, and nothing else goes with it", async () => {
  const token = author();
  const one = (await withdraw(token, await published({ title: "改前" }, token))).data;
  const other = (await create(token, { title: "旁边" })).data;
  const input = (version: number) => ({ params: { id: one.id }, body: { ...text, title: "改后", version } });
  const edited = (await app.call(contract.editAnnouncement, input(one.version), { token })).data;
  assert.partialDeepStrictEqual(edited, { title: "改后", status: "DRAFT", version: one.version + 1 });
  const { params, body } = input(edited.version);
  const nobody = { params, body: { ...body, audience: "ROLES" as const } };
  const refused = await app.call(contract.editAnnouncement, nobody, { token });
  assert.equal(refused.msg, "请选择发布范围！");
  const remove = (version: number) =>
    app.call(contract.removeAnnouncement, { params: { id: one.id }, query: { version } }, { token });
  assert.equal((await remove(one.version)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await remove(edited.version)).data, true);
  const left = await listed(token, { status: "DRAFT" });
  assert.deepEqual([left.some(({ id }) => id === one.id), left.some(({ id }) => id === other.id)], [false, true]);
});

test("PF-R100 at most 50 are shown, and the times are kept to the second", async () => {
  const at = person();
  const token = author();
  for (let n = 0; n < 51; n++) await published({}, token);
  assert.equal((await mine(at)).length, 50);
  await app.holdTime(async () => {
    const second = 1000 - (app.now().getTime() % 1000);
    app.passTime(second / 1000);
    const order = "失效时间必须晚于发布时间";
    assert.deepEqual(
      [(await create(token, { expireAt: wire(0) })).msg, (await create(token, { expireAt: wire(1) })).msg],
      [order, ""],
    );
    const draft = (await create(token, { expireAt: wire(1) })).data;
    app.passTime(1);
    assert.equal((await publish(token, draft)).msg, "失效时间已过，请先修改失效时间");
    const own: DataScope = { all: false, organizations: null, selfId: newId() };
    const { msg } = await create(person([PUBLISH], { scope: own }), { audience: "ORGS", audienceIds: [newId()] });
    assert.equal(msg, "您只能向数据范围内的组织发布公告");
  });
});
