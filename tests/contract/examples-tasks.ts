import * as authority from "@ops/authority/contract";
import * as platform from "@ops/platform/contract";
import { example } from "./example.ts";
import { givenTask } from "./matrix-kinds.ts";
import type { World } from "./world.ts";

const sheets = [
  authority.userSheet,
  authority.idleUserSheet,
  authority.organizationSheet,
  authority.sessionSheet,
  authority.roleSheet,
  authority.roleMatrixSheet,
  authority.interfaceSheet,
  authority.otherAccountSheet,
];
for (const { export: call } of sheets) {
  example(call, async () => ({ input: { body: { query: {}, columns: ["name"] } } }));
}
for (const { export: call } of [authority.auditSheet, authority.loginLogSheet]) {
  example(call, async () => ({ input: { body: { query: {}, columns: ["ip"], reason: "内部审计" } } }));
}
example(authority.effectiveSheet.export, async (app) => {
  const { user } = await app.signIn({ boolAdmin: true });
  return { input: { body: { query: { userIds: user.id }, columns: ["code"] } } };
});

async function mine(app: World, status: string) {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = await givenTask(app, { owner: user.id, at: null, status });
  return { input: { params: { id } }, credentials: { authorization: token } };
}

example(platform.cancelTask, (app) => mine(app, "QUEUED"));
example(platform.cancelAnyTask, (app) => mine(app, "QUEUED"));
example(platform.retryTask, (app) => mine(app, "FAILED"));
example(platform.removeTask, (app) => mine(app, "SUCCESS"));
