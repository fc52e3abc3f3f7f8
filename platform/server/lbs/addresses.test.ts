import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { amapService } from "./amap.ts";
import type { KnownPlaces } from "./map-service.ts";

const person = { userId: newId(), organizationId: newId(), permissions: [] };

describe("without a map service", () => {
  const stores = [
    { name: "苏州园区店", address: "苏州大道东398号", regionCode: "320571", lng: null, lat: null },
    { name: "浦东体验中心", address: "世纪大道100号", regionCode: "310115", lng: 121.507, lat: 31.237 },
    { name: "江苏省某仓", address: "无处", regionCode: null, lng: 1, lat: null },
    ...Array.from({ length: 9 }, (_, n) => ({
      name: `第${n}仓`,
      address: `鼓楼路${n}号`,
      regionCode: "320106",
      lng: null,
      lat: 1,
    })),
  ];
  const mosts = new Set<number>();
  const places: KnownPlaces = async (_tx, { keyword, regionCodes, most }) => {
    mosts.add(most);
    return stores.filter(
      ({ name, address, regionCode }) =>
        (name.includes(keyword) || address.includes(keyword)) && (regionCodes?.includes(regionCode ?? "") ?? true),
    );
  };
  const app = probeApp({ modules: [{ ...probeModule, places }] });
  const suggest = async (keyword: string, cityCode?: string) =>
    (await app.call(contract.suggestAddresses, { query: { keyword, ...(cityCode ? { cityCode } : {}) } }, as())).data;
  const locate = async (address: string, regionCode: string | null = null) =>
    (await app.call(contract.geocode, { body: { address, regionCode } }, as())).data;
  const as = () => ({ token: app.admit("any", person) });

  test("PF-R102 the places that modules know are suggested first, then divisions of that name", async () => {
    assert.deepEqual(await suggest("浦东"), [
      { ...stores[1], regionName: "上海市 / 浦东新区" },
      {
        name: "浦东新区",
        address: "浦东新区",
        regionCode: "310115",
        regionName: "上海市 / 浦东新区",
        lng: null,
        lat: null,
      },
    ]);
    assert.deepEqual(await suggest("浦东", "320500"), []);
    assert.deepEqual(
      (await suggest("鼓楼区", "320000")).map(({ regionName }) => regionName),
      ["江苏省 / 南京市 / 鼓楼区", "江苏省 / 徐州市 / 鼓楼区"],
    );
    assert.deepEqual(
      (await suggest("鼓楼", "320000")).map(({ name }) => name),
      [...Array.from({ length: 9 }, (_, n) => `第${n}仓`), "鼓楼区"],
      "ten at most",
    );
    assert.deepEqual(
      (await suggest("海南")).map(({ name, regionCode }) => `${name} ${regionCode}`),
      ["海南省 460000", "海南藏族自治州 632500", "海南区 150303"],
      "from the largest to the smallest",
    );
    assert.equal((await suggest("新")).length, 10);
    assert.deepEqual([await suggest("%"), await suggest("下城")], [[], []], "nor what is abolished");
    assert.deepEqual(
      (await suggest("某仓")).map(({ regionName }) => regionName),
      [null],
    );
    assert.deepEqual([...mosts], [10]);
  });

  test("PF-R102 an address is where the known place is, or at the centre of its division", async () => {
    const pudong = { lng: 121.507, lat: 31.237, regionCode: "310115", precision: "ADDRESS" };
    assert.deepEqual(await locate("世纪大道100号"), pudong);
    const suzhou = { lng: 120.59, lat: 31.3 };
    assert.deepEqual(await locate("人民路1号", "320508"), { ...suzhou, regionCode: "320508", precision: "CITY" });
    assert.deepEqual(await locate("江苏省苏州市昆山市前进路1号"), {
      ...suzhou,
      regionCode: "320583",
      precision: "CITY",
    });
    assert.deepEqual(await locate("广东省东莞市东城大道"), {
      lng: 113.75,
      lat: 23.02,
      regionCode: "441900",
      precision: "CITY",
    });
    assert.equal(await locate("鼓楼区中山路1号"), null, "several cities have one");
    const nanjing = { lng: 118.8, lat: 32.06, regionCode: "320106", precision: "CITY" };
    assert.deepEqual(await locate("鼓楼区中山路1号", "320100"), nanjing);
    assert.deepEqual(await locate("江苏省鼓楼区", "320100"), nanjing);
    assert.deepEqual(await locate("第3仓"), nanjing, "half a place is none");
    assert.equal(await locate("苏州园区店"), null, "a division that nobody knows");
    const jiangsu = await locate("江苏省某仓");
    assert.partialDeepStrictEqual(jiangsu, { regionCode: "320000", precision: "PROVINCE" });
    assert.deepEqual(await locate("江苏省某处"), jiangsu);
    assert.equal(await locate("下城区"), null, "abolished");
    assert.deepEqual([await locate("某地"), await locate("某地", "999999"), await locate("仓")], [null, null, null]);
  });

  test("PF-R102 empty words and codes that cannot be are refused", async () => {
    const bad = await app.call(contract.suggestAddresses, { query: { keyword: " " } }, as());
    assert.partialDeepStrictEqual(bad, { success: false, msg: "请输入地址" });
    const code = await app.call(contract.geocode, { body: { address: "路", regionCode: "32" } }, as());
    assert.equal(code.msgCode, "COMMON_PARAM");
  });
});

describe("with a map service that speaks as 高德 does", () => {
  let answer: (request: URL, response: ServerResponse) => void = () => undefined;
  const asked: URL[] = [];
  const stranger = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? "", "http://map");
    asked.push(url);
    answer(url, response);
  });
  let port = 0;
  before(async () => {
    await new Promise<void>((listening) => stranger.listen(0, "127.0.0.1", listening));
    const address = stranger.address();
    port = typeof address === "object" && address ? address.port : 0;
  });
  after(() => {
    stranger.closeAllConnections();
    stranger.close();
  });
  const map = {
    suggest: (...given: Parameters<ReturnType<typeof service>["suggest"]>) => service().suggest(...given),
    geocode: (...given: Parameters<ReturnType<typeof service>["geocode"]>) => service().geocode(...given),
  };
  const service = () => amapService({ url: `http://127.0.0.1:${port}`, key: "k-1" });
  const app = probeApp({ map });
  const as = () => ({ token: app.admit("any", person) });
  const json = (body: unknown) => (_request: URL, response: ServerResponse) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
  const suggest = (keyword: string, cityCode?: string) =>
    app.call(contract.suggestAddresses, { query: { keyword, ...(cityCode ? { cityCode } : {}) } }, as());
  const head = { status: "1", info: "OK", infocode: "10000" };

  test("PF-R102 suggestions come from /v3/assistant/inputtips; its empty lists are empty texts", async () => {
    const tip = {
      id: "B1",
      name: "苏州中心",
      district: "江苏省苏州市吴中区",
      adcode: "320506",
      city: [],
      typecode: "060101",
    };
    answer = json({
      ...head,
      count: "2",
      tips: [
        { ...tip, location: "120.667,31.316", address: "苏州大道西" },
        { ...tip, id: [], name: "苏州站", location: [], address: [] },
      ],
    });
    const { data } = await suggest("苏州", "320500");
    const place = { regionCode: "320506", regionName: "江苏省 / 苏州市 / 吴中区" };
    assert.deepEqual(data, [
      { name: "苏州中心", address: "苏州大道西", ...place, lng: 120.667, lat: 31.316 },
      { name: "苏州站", address: "江苏省苏州市吴中区", ...place, lng: null, lat: null },
    ]);
    const url = asked.at(-1);
    answer = json({ ...head, tips: Array(11).fill({ ...tip, district: [], adcode: [], location: [], address: [] }) });
    const nowhere = { regionCode: null, regionName: null, lng: null, lat: null };
    const many = (await suggest("苏州众")).data;
    assert.deepEqual(many, Array(10).fill({ name: "苏州中心", address: "苏州中心", ...nowhere }));
    assert.deepEqual(Object.fromEntries(asked.at(-1)?.searchParams ?? []), {
      key: "k-1",
      output: "JSON",
      keywords: "苏州众",
      datatype: "all",
    });
    assert.equal(url?.pathname, "/v3/assistant/inputtips");
    assert.deepEqual(Object.fromEntries(url?.searchParams ?? []), {
      key: "k-1",
      output: "JSON",
      keywords: "苏州",
      datatype: "all",
      city: "320500",
      citylimit: "true",
    });
  });

  test("PF-R102 places come from /v3/geocode/geo, with how near they are", async () => {
    const line = { formatted_address: "江苏省苏州市", adcode: "320500", location: "120.585,31.299", district: [] };
    for (const [level, precision] of [
      ["门牌号", "ADDRESS"],
      ["区县", "DISTRICT"],
      ["开发区", "DISTRICT"],
      ["市", "CITY"],
      ["省", "PROVINCE"],
      ["国家", "PROVINCE"],
    ]) {
      answer = json({ ...head, count: "1", geocodes: [{ ...line, level }] });
      const body = { address: `苏州大道东398号${level}`, regionCode: "320500" };
      const { data } = await app.call(contract.geocode, { body }, as());
      assert.deepEqual(data, { lng: 120.585, lat: 31.299, regionCode: "320500", precision });
    }
    assert.deepEqual(Object.fromEntries(asked.at(-1)?.searchParams ?? []), {
      key: "k-1",
      output: "JSON",
      address: "苏州大道东398号国家",
      city: "320500",
    });
    const locate = async (address: string) => (await app.call(contract.geocode, { body: { address } }, as())).data;
    answer = json({ ...head, count: "0", geocodes: [] });
    assert.equal(await locate("无"), null);
    assert.equal(asked.at(-1)?.searchParams.has("city"), false);
    answer = json({ ...head, geocodes: [{ ...line, adcode: "3205", level: "市" }] });
    assert.deepEqual(await locate("短码"), { lng: 120.585, lat: 31.299, regionCode: null, precision: "CITY" });
    for (const location of ["120.585", "120.585,", ",31.299", "x,y", []]) {
      answer = json({ ...head, geocodes: [{ ...line, location, level: "市" }] });
      assert.equal(await locate(`无处${String(location)}`), null);
    }
  });

  test("PF-R102 the same question within five minutes is asked once; a failure is asked anew", async () => {
    answer = json({ ...head, geocodes: [], tips: [] });
    const before = asked.length;
    const locate = (address: string) => app.call(contract.geocode, { body: { address } }, as());
    await Promise.all([suggest("同一处"), suggest("同一处"), locate("同一处")]);
    await suggest("同一处");
    await locate("同一处");
    assert.equal(asked.length - before, 2);
    await suggest("同一处", "320500");
    assert.equal(asked.length - before, 3, "elsewhere is another question");
    app.passTime(301);
    await suggest("同一处");
    assert.equal(asked.length - before, 4);
    answer = (_request, response) => response.writeHead(502).end("<html>");
    assert.equal((await suggest("坏")).success, false);
    answer = json({ ...head, tips: [] });
    assert.equal((await suggest("坏")).success, true);
  });

  test("PF-R102 a person who asks more than lbs.mapPerMinute is answered without the map service, others go on", async () => {
    app.passTime(61 - app.now().getUTCSeconds()); // the sixty fall into one minute
    answer = json({ ...head, geocodes: [], tips: [] });
    const busy = { token: app.admit("busy", { ...person, userId: newId() }) };
    const ask = (keyword: string, by: { token: string }) =>
      app.call(contract.suggestAddresses, { query: { keyword } }, by);
    const before = asked.length;
    for (let n = 0; n < 60; n++) await ask(`浦东${n}`, busy);
    assert.equal(asked.length - before, 60);
    const more = await ask("浦东新", busy);
    assert.deepEqual(
      more.data.map(({ name }) => name),
      ["浦东新区"],
    );
    const point = await app.call(contract.geocode, { body: { address: "广东省东莞市东城大道" } }, busy);
    assert.equal(point.data?.regionCode, "441900");
    assert.equal(asked.length - before, 60);
    await ask("浦东新", as());
    assert.equal(asked.length - before, 61);
    app.passTime(60);
    await ask("浦东又", busy);
    assert.equal(asked.length - before, 62);
  });

  test("PF-R102 a service that is slow, away, refuses or talks nonsense is told within two seconds, without its key", async () => {
    const failed = { success: false, msgCode: "COMMON_EXTERNAL_FAILED", msg: "外部服务暂不可用，请稍后再试" };
    answer = json({ status: "0", info: "INVALID_USER_KEY", infocode: "10001" });
    assert.partialDeepStrictEqual(await suggest("苏州"), failed);
    answer = json(["nonsense"]);
    assert.partialDeepStrictEqual(await suggest("苏州"), failed);
    answer = (_request, response) => response.writeHead(502).end("<html>");
    assert.partialDeepStrictEqual(await suggest("苏州"), failed);
    answer = (_request, response) => response.destroy();
    assert.partialDeepStrictEqual(await suggest("苏州"), failed);
    answer = () => undefined; // never
    const begun = performance.now();
    assert.partialDeepStrictEqual(await app.call(contract.geocode, { body: { address: "苏州" } }, as()), failed);
    const took = performance.now() - begun;
    assert.ok(took >= 1_900 && took < 3_000, `${took} ms`);
  });
});
