import assert from "node:assert/strict";
import { test } from "node:test";
import { addCodes, askNames, knownCodes, noteNames, type Scan, splitCodes, sumUp } from "./scans.ts";

test("PF-R130 codes are read from a scanner, a list or a sheet, whatever stands between them", () => {
  assert.deepEqual(splitCodes("lvs1\n"), ["LVS1"]);
  assert.deepEqual(splitCodes(" A1,B2；C3、D4，E5\tF6\r\nG7;H8 "), ["A1", "B2", "C3", "D4", "E5", "F6", "G7", "H8"]);
  assert.deepEqual(splitCodes("ＡＢ１"), ["AB1"], "as an input method writes it");
  assert.deepEqual(splitCodes("  \n"), []);
});

test("PF-R130 a code that is there already is counted, not taken twice; what does not fit is told", () => {
  const first = addCodes([], ["A", "B", "A"], 3);
  assert.deepEqual(first.fresh, ["A", "B"]);
  assert.deepEqual(
    first.scans.map(({ code, times }) => [code, times]),
    [
      ["A", 2],
      ["B", 1],
    ],
  );
  const second = addCodes(first.scans, ["C", "D", "B", "E"], 3);
  assert.deepEqual([second.fresh, second.leftOut], [["C"], 2]);
  assert.deepEqual(
    second.scans.map(({ times }) => times),
    [2, 2, 1],
  );
});

test("PF-R130 codes that the server does not name are unknown and are not handed on; others wait for their answer", () => {
  const { scans } = addCodes([], ["A", "B", "C", "A"], 9);
  const named = noteNames(scans, ["A", "B"], new Map([["A", "车辆甲"]]));
  assert.deepEqual(
    named.map(({ state, name }) => [state, name]),
    [
      ["known", "车辆甲"],
      ["unknown", ""],
      ["asking", ""],
    ],
  );
  assert.deepEqual(knownCodes(named), ["A"]);
  assert.equal(sumUp(named), "共 3 个，未识别 1 个，重复 1 次");
  assert.equal(sumUp(scans.slice(1)), "共 2 个");
});

test("PF-R130 codes that are scanned while another is asked for stay, in whatever order the answers come", async () => {
  let list: readonly Scan[] = [];
  const take = (code: string, nameCodes: () => Promise<ReadonlyMap<string, string>>) => {
    const { scans, fresh } = addCodes(list, [code], 9);
    list = scans;
    const show = (next: readonly Scan[]) => {
      list = next;
    };
    return askNames(fresh, { latest: () => list, show, nameCodes });
  };
  const first = Promise.withResolvers<ReadonlyMap<string, string>>();
  const second = Promise.withResolvers<ReadonlyMap<string, string>>();
  const failing = Promise.withResolvers<ReadonlyMap<string, string>>();
  const asked = [take("A", () => first.promise), take("B", () => second.promise), take("C", () => failing.promise)];
  list = addCodes(list, ["B"], 9).scans;
  second.resolve(new Map([["B", "车辆乙"]]));
  failing.reject(new Error("offline"));
  assert.deepEqual(await Promise.all(asked.slice(1)), [[], ["C"]]);
  first.resolve(new Map([["A", "车辆甲"]]));
  assert.deepEqual(await asked[0], []);
  assert.deepEqual(
    list.map(({ code, name, times }) => [code, name, times]),
    [
      ["A", "车辆甲", 1],
      ["B", "车辆乙", 2],
    ],
  );
});
