import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { CARRIER } from "./world.ts";

const notice = {
  title: "公告",
  content: "内容",
  audience: "ALL" as const,
  audienceIds: [],
  publishAt: null,
  expireAt: null,
  isPinned: false,
  mustRead: false,
};

async function givenAnnouncement(app: ProductApp, shown = false) {
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(platform.createAnnouncement, { body: notice });
  const { id, version } = data;
  if (!shown) return { id, version };
  return (await admin.call(platform.publishAnnouncement, { params: { id }, body: { version } })).data;
}

example(platform.createAnnouncement, async () => ({ input: { body: notice } }));

example(platform.editAnnouncement, async (app) => {
  const { id, version } = await givenAnnouncement(app);
  return { input: { params: { id }, body: { ...notice, title: "新标题", version } } };
});

example(platform.publishAnnouncement, async (app) => {
  const { id, version } = await givenAnnouncement(app);
  return { input: { params: { id }, body: { version } } };
});

example(platform.withdrawAnnouncement, async (app) => {
  const { id, version } = await givenAnnouncement(app, true);
  return { input: { params: { id }, body: { version } } };
});

example(platform.removeAnnouncement, async (app) => {
  const { id, version } = await givenAnnouncement(app);
  return { input: { params: { id }, query: { version } } };
});

example(platform.readAnnouncement, async (app) => ({
  input: { params: { id: (await givenAnnouncement(app, true)).id } },
}));

example(platform.readNotices, async () => ({ input: { body: {} } }));

example(platform.setNoticeSwitch, async () => ({
  input: { body: { carrier: CARRIER, category: "TASK" as const, isOn: false } },
}));
