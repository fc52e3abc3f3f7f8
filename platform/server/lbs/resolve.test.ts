import assert from "node:assert/strict";
import { test } from "node:test";
import { probeApp } from "../start/probe.ts";
import { allCityCentres, cityCentres, codesWithin, findCities } from "./resolve.ts";

const app = probeApp();

test("PF-R102 a city is found by its code, its name or that without its last word; provinces and districts are none", async () => {
  const asked = ["330100", "杭州市", "杭州", "浙江省", "330000", "昆山市", "320583", "不存在"];
  const found = await app.arrange((tx) => findCities(tx, asked));
  assert.deepEqual(
    [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ["330100", "330100"],
      ["杭州", "330100"],
      ["杭州市", "330100"],
    ].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
  await app.rows("update region set status = 'ABOLISHED' where code = '330100'");
  assert.deepEqual([...(await app.arrange((tx) => findCities(tx, ["杭州"])))], []);
  await app.rows("update region set status = 'VALID' where code = '330100'");
});

test("PF-R102 a division holds itself and what lies below it, two levels deep", async () => {
  const within = (code: string) => app.arrange((tx) => codesWithin(tx, code));
  const province = await within("320000");
  for (const code of ["320000", "320500", "320583"]) assert.ok(province.includes(code), code);
  assert.ok(!province.includes("330100"));
  const city = await within("320500");
  assert.ok(city.includes("320500") && city.includes("320583") && !city.includes("320000") && !city.includes("320100"));
  assert.deepEqual(await within("320583"), ["320583"]);
});

test("PF-R133 the centre of a city, for those that have one; provinces and unknown codes have none", async () => {
  const centres = await app.arrange((tx) => cityCentres(tx, ["330100", "330000", "999999"]));
  assert.deepEqual([...centres.keys()], ["330100"]);
  const { lng = 0, lat = 0 } = centres.get("330100") ?? {};
  assert.ok(Math.abs(lng - 120.2) < 0.3 && Math.abs(lat - 30.25) < 0.3);
});

test("PF-R130 the centres of all cities in use, which draw the country; provinces and abolished cities are none of them", async () => {
  const codes = async () => (await app.arrange(allCityCentres)).map(({ code }) => code);
  const all = await codes();
  assert.ok(all.length > 300 && all.includes("330100") && !all.includes("330000"));
  assert.deepEqual(all, all.toSorted());
  await app.rows("update region set status = 'ABOLISHED' where code = '330100'");
  assert.deepEqual(
    await codes(),
    all.filter((code) => code !== "330100"),
  );
  await app.rows("update region set status = 'VALID' where code = '330100'");
});
