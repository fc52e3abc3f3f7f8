import assert from "node:assert/strict";
import { test } from "node:test";
import { BusinessError, checkDigitOf, modelYearOf, normaliseVin, vinFault } from "@ops/platform/contract";
import { readVin } from "./vin.ts";

const refusalOf = (typed: string, check: "STRICT" | "WARN" = "STRICT") => {
  try {
    return readVin(typed, check);
  } catch (error) {
    assert.ok(error instanceof BusinessError);
    return [error.msgCode, error.message];
  }
};

test("VE-R1 what is typed is normalised: trimmed, half-width, upper case, without spaces and hyphens", () => {
  for (const typed of [
    "L0Z7E4A24SA000125",
    " l0z7e4a24sa000125 ",
    "L0Z7-E4A2 4SA000125",
    "Ｌ０Ｚ７Ｅ４Ａ２４ＳＡ０００１２５",
  ]) {
    assert.equal(normaliseVin(typed), "L0Z7E4A24SA000125");
    assert.deepEqual(refusalOf(typed), { vin: "L0Z7E4A24SA000125", isCheckOdd: false });
  }
});

test("VE-R1 each fault of the form has its reason, with the position of a character that no VIN has", () => {
  const faults: Record<string, string> = {
    L0Z7E4A24SA00012: "应为17位",
    L0Z7E4A24SA0001255: "应为17位",
    "": "应为17位",
    LOZ7E4A24SA000125: "含非法字符O（第2位）",
    L0Z7E4I24SA000125: "含非法字符I（第7位）",
    L0Z7E4A24SAQ00125: "含非法字符Q（第12位）",
    "L0Z7E4A24SA00012*": "含非法字符*（第17位）",
    L0Z7E4A24UA000125: "年份位错误",
    L0Z7E4A24ZA000125: "年份位错误",
    L0Z7E4A240A000125: "年份位错误",
    L0Z7E4A24SA00A125: "末四位须为数字",
    L0Z7E4A24SA00012X: "末四位须为数字",
  };
  for (const [vin, reason] of Object.entries(faults)) {
    assert.equal(vinFault(vin), reason, vin);
    assert.deepEqual(refusalOf(vin), ["VEHICLE_VIN_FORMAT", `VIN格式不正确：${reason}`]);
  }
  assert.equal(vinFault("L0Z7E4A24SA000125"), null);
});

test("VE-R2 the check character: values, weights, sum mod 11, ten is X; two swapped digits are found", () => {
  assert.equal(checkDigitOf("L0Z7E4A24SA000125"), "4");
  assert.equal(checkDigitOf("L0Z7E4A2XSA000128"), "X");
  assert.deepEqual(refusalOf("L0Z7E4A2XSA000128"), { vin: "L0Z7E4A2XSA000128", isCheckOdd: false });
  assert.deepEqual(refusalOf("L0Z7E4A24SA000152"), ["VEHICLE_VIN_CHECK", "车架号校验位错误，应为7"]);
  assert.deepEqual(refusalOf("L0Z7E4A24SA000152", "WARN"), { vin: "L0Z7E4A24SA000152", isCheckOdd: true });
});

test("VE-R2 every single wrong digit of the number and every swap of unlike neighbours is found", () => {
  const vin = "L0Z7E4A24SA000125";
  for (let at = 11; at < 17; at++) {
    for (const digit of "0123456789") {
      const other = vin.slice(0, at) + digit + vin.slice(at + 1);
      if (digit !== vin[at] && vinFault(other) === null) assert.notEqual(checkDigitOf(other), "4", other);
    }
    const swapped = vin.slice(0, at - 1) + vin[at] + vin[at - 1] + vin.slice(at + 1);
    if (at > 11 && vin[at] !== vin[at - 1]) assert.notEqual(checkDigitOf(swapped), "4", swapped);
  }
});

test("VE-R2 position 10 tells the model year", () => {
  const yearOf = (letter: string) => modelYearOf(`L0Z7E4A24${letter}A000125`);
  assert.deepEqual(["R", "S", "T", "V"].map(yearOf), [2024, 2025, 2026, 2027]);
  assert.deepEqual(["A", "Y", "1", "9"].map(yearOf), [2010, 2030, 2031, 2039]);
  assert.deepEqual(["U", "Z", "0", "I"].map(yearOf), [null, null, null, null]);
});

test("VE-R2 every character counts with its value, at every place with the weight of the place", () => {
  const values = Object.fromEntries([
    ...[..."0123456789"].map((digit) => [digit, Number(digit)] as const),
    ...[..."ABCDEFGH"].map((letter, at) => [letter, at + 1] as const),
    ...[..."JKLMN"].map((letter, at) => [letter, at + 1] as const),
    ["P", 7],
    ["R", 9],
    ...[..."STUVWXYZ"].map((letter, at) => [letter, at + 2] as const),
  ]);
  const weights = "8 7 6 5 4 3 2 10 0 9 8 7 6 5 4 3 2".split(" ").map(Number);
  assert.deepEqual([Object.keys(values).length, weights.length], [33, 17]);
  for (const [at, weight] of weights.entries()) {
    for (const [character, value] of Object.entries(values)) {
      const vin = "0".repeat(at) + character + "0".repeat(16 - at);
      const rest = (weight * value) % 11;
      assert.equal(checkDigitOf(vin), rest === 10 ? "X" : String(rest), vin);
    }
  }
});
