import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listRegions, type RegionNode, regionTree, resolveRegions } from "@ops/platform/contract";
import { systemActor } from "../actor.ts";
import { SessionRefused } from "../http/authenticate.ts";
import { declareTestApp, TestApp } from "../testing.ts";
import { loadRegions } from "./load-regions.ts";

describe("regions", () => {
  const app = declareTestApp(
    new TestApp({
      modules: [],
      authenticate: async (token) => {
        if (token === null) throw new SessionRefused("SESSION_MISSING");
        return { actor: systemActor, restricted: false, readOnly: false };
      },
      personName: async () => "系统",
    }),
  );
  const options = { token: "any" };

  async function below(parentCode?: string) {
    const { data } = await app.call(listRegions, { query: parentCode ? { parentCode } : {} }, options);
    return data;
  }

  test("PF-R102 the picker goes from province to city to district by code", async () => {
    const provinces = await below();
    assert.equal(provinces.length, 34);
    assert.ok(provinces.every(({ level, parentCode }) => level === 1 && parentCode === null));

    const cities = await below("320000");
    assert.equal(cities.length, 13);
    const suzhou = cities.find(({ code }) => code === "320500");
    assert.deepEqual(suzhou, {
      code: "320500",
      name: "苏州市",
      level: 2,
      parentCode: "320000",
      pinyin: "su zhou shi",
      hasChildren: true,
    });
    assert.ok((await below("320500")).some(({ name, level }) => name === "昆山市" && level === 3));
  });

  test("PF-R102 municipalities show one city level that holds all districts and counties", async () => {
    for (const [code, name] of Object.entries({
      110000: "北京市",
      120000: "天津市",
      310000: "上海市",
      500000: "重庆市",
    })) {
      const cities = await below(code);
      assert.deepEqual(
        cities.map((city) => city.name),
        [name],
      );
    }
    const chongqing = await below("500100");
    assert.ok(chongqing.some(({ name }) => name === "渝中区") && chongqing.some(({ name }) => name === "城口县"));
  });

  test("PF-R102 cities without districts end at level 2", async () => {
    for (const [parent, name] of [
      ["440000", "东莞市"],
      ["440000", "中山市"],
      ["460000", "儋州市"],
      ["620000", "嘉峪关市"],
    ]) {
      const city = (await below(parent)).find((one) => one.name === name);
      assert.equal(city?.hasChildren, false, name);
      assert.deepEqual(await below(city?.code), []);
    }
  });

  test("PF-R102 abolished codes are kept with their successor and not offered", async () => {
    const offered = await below("330100");
    assert.ok(!offered.some(({ code }) => code === "330103"));
    const kept = await app.rows("select status, replaced_by as successor from region where code = '330103'");
    assert.deepEqual(kept, [{ status: "ABOLISHED", successor: "330105" }]);
  });

  test("PF-R102 a code that a record holds resolves to its names, an abolished one to those of its successor", async () => {
    const codes = "330103,310115,441900,320583,999999";
    const { data } = await app.call(resolveRegions, { query: { codes } }, options);
    assert.deepEqual(data, [
      { code: "310115", currentCode: "310115", name: "上海市 / 浦东新区", isAdjusted: false },
      { code: "320583", currentCode: "320583", name: "江苏省 / 苏州市 / 昆山市", isAdjusted: false },
      { code: "330103", currentCode: "330105", name: "浙江省 / 杭州市 / 拱墅区", isAdjusted: true },
      { code: "441900", currentCode: "441900", name: "广东省 / 东莞市", isAdjusted: false },
    ]);
  });

  test("PF-R102 the tree holds what the steps offer, down to the asked depth, and is sent again only when it differs", async () => {
    const whole = await app.call(regionTree, { query: {} }, options);
    assert.deepEqual(depthAndCount(whole.data), { depth: 3, count: 3251 });
    const cities = await app.call(regionTree, { query: { depth: 2 } }, options);
    assert.deepEqual(depthAndCount(cities.data), { depth: 2, count: 34 + 341 + 26 });

    const etag = whole.headers.get("etag") ?? "";
    const again = await fetch(`${app.origin}/lbs/v1/regions/tree`, {
      headers: { authorization: "any", "if-none-match": etag, applicationid: "1" },
    });
    assert.equal(again.status, 304);
  });

  test("refuses codes and depths that cannot be, answers nothing below an unknown one", async () => {
    assert.equal((await app.call(listRegions, { query: { parentCode: "32" } }, options)).msgCode, "COMMON_PARAM");
    assert.equal((await app.call(regionTree, { query: { depth: 4 } }, options)).msgCode, "COMMON_PARAM");
    assert.deepEqual(await below("999999"), []);
  });

  test("later starts leave the table alone", async () => {
    await app.rows("update region set name = '改过的名字' where code = '110101'");
    await app.arrange(loadRegions);
    assert.deepEqual(await app.rows("select name from region where code = '110101'"), [{ name: "改过的名字" }]);
    await app.rows("update region set name = '东城区' where code = '110101'");
  });

  test("later starts fill in centres that are missing, unless somebody has changed the division", async () => {
    const centres = () =>
      app.rows(
        "select lng::float8, lat::float8 from region where code in ('320500', '320600', '320700') order by code",
      );
    const before = await centres();
    await app.rows("update region set lng = null, lat = null where code in ('320500', '320600')");
    await app.rows("update region set version = 2 where code = '320600'");
    await app.rows("update region set lng = 100, lat = 30 where code = '320700'");
    await app.arrange(loadRegions);
    assert.deepEqual(await centres(), [before[0], { lng: null, lat: null }, { lng: 100, lat: 30 }]);
    assert.deepEqual(before[0], { lng: 120.59, lat: 31.3 });
  });

  test("PF-R102 a city whose districts are all abolished is where the choice ends, also in the tree", async () => {
    const city = async () => (await below("460000")).find(({ code }) => code === "460200");
    assert.partialDeepStrictEqual(await city(), { name: "三亚市", hasChildren: true });
    await app.rows("update region set status = 'ABOLISHED' where parent_code = '460200'");
    assert.partialDeepStrictEqual(await city(), { hasChildren: false });
    assert.deepEqual(await below("460200"), []);
    const { data } = await app.call(regionTree, { query: {} }, options);
    const hainan = data.find(({ code }) => code === "460000");
    const { pinyin } = (await city()) ?? {};
    assert.deepEqual(hainan?.children[1], { code: "460200", name: "三亚市", pinyin, children: [] });
    assert.deepEqual(
      data.map(({ code }) => code),
      data.map(({ code }) => code).toSorted(),
    );
    await app.rows("update region set status = 'VALID' where parent_code = '460200'");
  });
});

function depthAndCount(nodes: readonly RegionNode[]): { depth: number; count: number } {
  const below = nodes.map((node) => depthAndCount(node.children));
  return {
    depth: nodes.length === 0 ? 0 : 1 + Math.max(...below.map(({ depth }) => depth)),
    count: nodes.length + below.reduce((sum, { count }) => sum + count, 0),
  };
}
