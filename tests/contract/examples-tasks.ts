import { example, givenUser, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { givenBatch, givenTask } from "./platform-kinds.ts";

async function mine(app: ProductApp, status: string) {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = await givenTask(app, { owner: user.id, at: null, status });
  return { input: { params: { id } }, credentials: { authorization: token } };
}

async function myBatch(app: ProductApp, status: string) {
  const { user, token, call } = await app.signIn({ boolAdmin: true });
  const { id: userId } = await givenUser(app, { status: "DISABLED" });
  const id = await givenBatch(app, { owner: user.id, userId, status });
  return { call, input: { params: { id } }, credentials: { authorization: token } };
}

example(platform.pauseTask, (app) => myBatch(app, "QUEUED"));
example(platform.resumeTask, (app) => myBatch(app, "PAUSED"));
example(platform.previewUndo, (app) => myBatch(app, "SUCCESS"));
example(platform.runUndo, async (app) => {
  const { call, input, credentials } = await myBatch(app, "SUCCESS");
  const { planHash } = (await call(platform.previewUndo, input)).data;
  return { input: { ...input, body: { reason: "测试", planHash } }, credentials };
});
example(platform.cancelTask, (app) => mine(app, "QUEUED"));
example(platform.cancelAnyTask, (app) => mine(app, "QUEUED"));
example(platform.retryTask, (app) => mine(app, "FAILED"));
example(platform.removeTask, (app) => mine(app, "SUCCESS"));
