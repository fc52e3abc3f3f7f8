import * as authority from "../../contract/index.ts";
import { example } from "../testing.ts";

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

example(authority.saveHomeLayout, async (app) => {
  const { token } = await app.signIn({ boolAdmin: true });
  const body = { widgets: ["todos" as const], pinned: ["/home"], version: 0 };
  return { input: { body }, credentials: { authorization: token } };
});
