import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

const entry = { entryMeaning: "名称", sort: 1, color: null };

async function givenDictEntry(app: ProductApp): Promise<{ id: string; code: string; version: number }> {
  const [type, id, code] = [newId(), newId(), `t${newId().slice(-8)}`];
  const stamp = "1, now(), $1::uuid, now(), $1::uuid";
  await app.rows(`insert into dict_type values ($1, ${stamp}, $2, '类型', 'platform', false)`, [type, code]);
  await app.rows(`insert into dict_entry values ($1, ${stamp}, $2, '名称', 'A', 1, null, 'ENABLED')`, [id, code]);
  return { id, code, version: 1 };
}

example(platform.createDictType, async () => ({ input: { body: { code: `t${newId().slice(-8)}`, name: "类型" } } }));

example(platform.createDictEntry, async (app) => {
  const { code } = await givenDictEntry(app);
  return { input: { body: { code, entryValue: "B", ...entry } } };
});

example(platform.editDictEntry, async (app) => {
  const { id, version } = await givenDictEntry(app);
  return {
    input: { params: { id }, body: { ...entry, entryMeaning: "新名称", status: "DISABLED" as const, version } },
  };
});

example(platform.removeDictEntry, async (app) => ({ input: { params: { id: (await givenDictEntry(app)).id } } }));

example(platform.editParam, async () => ({
  input: { params: { key: "auth.session.idleMinutes" }, body: { value: "90", version: 0 } },
}));
