import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

const kept = { name: "失败的任务", filters: { status: "FAILED" }, isShared: false };
const list = platform.listTasks.path;

/** Makes a filter of the administrator who makes these calls. */
async function givenFilter(app: ProductApp) {
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(platform.createSavedFilter, { body: { ...kept, name: newId(), list } });
  return { ...data, credentials: { authorization: admin.token } };
}

example(platform.createSavedFilter, async (app) => {
  const admin = await app.signIn({ boolAdmin: true });
  return { input: { body: { ...kept, list } }, credentials: { authorization: admin.token } };
});

example(platform.editSavedFilter, async (app) => {
  const { id, version, credentials } = await givenFilter(app);
  return { input: { params: { id }, body: { name: "新名称", version } }, credentials };
});

example(platform.removeSavedFilter, async (app) => {
  const { id, version, credentials } = await givenFilter(app);
  return { input: { params: { id }, query: { version } }, credentials };
});

example(platform.chooseDefaultFilter, async (app) => {
  const { id, credentials } = await givenFilter(app);
  return { input: { params: { id }, body: { isDefault: true } }, credentials };
});
