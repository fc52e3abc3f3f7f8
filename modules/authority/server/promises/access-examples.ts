import { newId } from "@ops/platform/server";
import * as authority from "../../contract/index.ts";
import { example, givenMembership, givenOrganization, givenUser, type ProductApp } from "../testing.ts";

/** An interface that no other test calls. */
async function givenInterface(app: ProductApp, status: "ENABLED" | "DISABLED") {
  const id = newId();
  await app.rows(
    `insert into api_interface values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'GET', '/none/v1/' || $1::text, '无', 'none', 'none:none:list',
       $2, false, null, '', now(), now())`,
    [id, status],
  );
  return { id, version: 1 };
}

example(authority.editInterface, async (app) => {
  const { id, version } = await givenInterface(app, "ENABLED");
  return { input: { params: { id }, body: { sensitive: true, logBody: false, ratePerMin: 100, version } } };
});

example(authority.disableInterface, async (app) => {
  const { id, version } = await givenInterface(app, "ENABLED");
  return { input: { params: { id }, body: { reason: "维护", version } } };
});

example(authority.enableInterface, async (app) => {
  const { id, version } = await givenInterface(app, "DISABLED");
  return { input: { params: { id }, body: { reason: "完成", version } } };
});

const position = { orgTypes: [], defaultRoleIds: [], rank: 10 };

async function givenFreePosition(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  const code = `p${newId().slice(-8)}`;
  return (await admin.call(authority.createPosition, { body: { ...position, code, name: code } })).data;
}

example(authority.createPosition, async () => ({
  input: { body: { ...position, code: `p${newId().slice(-8)}`, name: newId() } },
}));

example(authority.editPosition, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, body: { ...position, name: newId(), status: "DISABLED" as const, version } } };
});

example(authority.setPositionHome, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, body: { widgets: ["todos" as const], version } } };
});

example(authority.removePosition, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, query: { version } } };
});

const customGroup = {
  parentId: null,
  kind: "GROUP" as const,
  title: "专题",
  path: null,
  keepAlive: false,
  isHidden: false,
  openStatus: "OPEN" as const,
};

async function givenMenu(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  return (await admin.call(authority.createMenu, { body: { ...customGroup, sort: null } })).data;
}

example(authority.createMenu, async () => ({ input: { body: { ...customGroup, sort: null } } }));

example(authority.editMenu, async (app) => {
  const { key, version, sort } = await givenMenu(app);
  const body = { ...customGroup, title: "新专题", sort, status: "ENABLED" as const, version };
  return { input: { params: { key }, body } };
});

example(authority.resetMenu, async (app) => {
  const key = "order.OrderList";
  const admin = await app.signIn({ boolAdmin: true });
  const { version } = (await admin.call(authority.getMenu, { params: { key } })).data;
  return { input: { params: { key }, body: { version } } };
});

example(authority.removeMenu, async (app) => {
  const { key, version } = await givenMenu(app);
  return { input: { params: { key }, query: { version } } };
});

example(authority.sortMenus, async (app) => {
  const { key, sort } = await givenMenu(app);
  const admin = await app.signIn({ boolAdmin: true });
  const { treeVersion } = (await admin.call(authority.getMenuTree, {})).data;
  return { input: { body: { moves: [{ key, parentId: null, sort: sort + 1 }], treeVersion } } };
});

async function givenFreeRole(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  const code = `r${newId().slice(-8)}`;
  const body = { code, name: code, category: null, description: null };
  return (await admin.call(authority.createRole, { body })).data;
}

example(authority.createRole, async () => {
  const code = `r${newId().slice(-8)}`;
  return { input: { body: { code, name: code, category: null, description: null } } };
});

example(authority.copyRole, async (app) => {
  const { id } = await givenFreeRole(app);
  return { input: { params: { id }, body: { code: `r${newId().slice(-8)}` } } };
});

example(authority.previewRole, async (app) => {
  const { id, draft, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { draft: { ...draft, dataScope: "ORG" as const }, version } } };
});

example(authority.editRole, async (app) => {
  const { id, draft, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { draft, version, previewToken: null, note: "测试" } } };
});

example(authority.checkRoleImport, async (app) => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id } = await givenFreeRole(app);
  const body = (await admin.call(authority.exportRoles, { body: { ids: [id] } })).data;
  return { input: { body } };
});

example(authority.rollbackRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { toVersion: 1, version, previewToken: null, note: "测试" } } };
});

example(authority.disableRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { reason: "测试", version } } };
});

example(authority.enableRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  await app.rows("update role set status = 'DISABLED' where id = $1", [id]);
  return { input: { params: { id }, body: { reason: "测试", version } } };
});

example(authority.deleteRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, query: { version } } };
});

example(authority.explain, async (app) => {
  const { id: userId } = await givenUser(app);
  const target = { kind: "CODE" as const, code: "authority:user:list" };
  return { input: { body: { userId, membershipId: null, target } } };
});

example(authority.startViewAs, async (app) => {
  const { token } = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const { id: membershipId } = await givenMembership(app, { user, organization, isPrimary: true });
  return { input: { body: { userId: user.id, membershipId } }, credentials: { authorization: token } };
});
