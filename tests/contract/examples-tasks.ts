import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { givenTask } from "./platform-kinds.ts";

async function mine(app: ProductApp, status: string) {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = await givenTask(app, { owner: user.id, at: null, status });
  return { input: { params: { id } }, credentials: { authorization: token } };
}

example(platform.cancelTask, (app) => mine(app, "QUEUED"));
example(platform.cancelAnyTask, (app) => mine(app, "QUEUED"));
example(platform.retryTask, (app) => mine(app, "FAILED"));
example(platform.removeTask, (app) => mine(app, "SUCCESS"));
