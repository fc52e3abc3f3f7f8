import * as authority from "@ops/authority/contract";
import * as platform from "@ops/platform/contract";
import { example } from "./example.ts";
import { givenTask } from "./matrix-kinds.ts";
import type { World } from "./world.ts";

example(authority.userSheet.export, async () => ({ input: { body: { query: {}, columns: ["userName"] } } }));
example(authority.roleSheet.export, async () => ({ input: { body: { query: {}, columns: ["name"] } } }));

async function mine(app: World, status: string) {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = await givenTask(app, { owner: user.id, at: null, status });
  return { input: { params: { id } }, credentials: { authorization: token } };
}

example(platform.cancelTask, (app) => mine(app, "QUEUED"));
example(platform.cancelAnyTask, (app) => mine(app, "QUEUED"));
example(platform.retryTask, (app) => mine(app, "FAILED"));
example(platform.removeTask, (app) => mine(app, "SUCCESS"));
