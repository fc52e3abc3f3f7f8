import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { mobilePhone } from "../value/fields.ts";
import { accountNumber, bankCard } from "./bank-card.ts";
import { creditCode, usccCheck } from "./credit-code.ts";
import { bornOn, idNumber, sexOf } from "./id-number.ts";
import { plateNumber } from "./plate.ts";
import { checkDigitOf, modelYearOf, vinNumber } from "./vin.ts";

/** Answers for each text the value that is kept, or the message of the refusal. */
function readAll(check: z.ZodType<string>, texts: readonly string[]): string[] {
  return texts.map((text) => {
    const { data, error } = check.safeParse(text);
    return error ? `× ${error.issues[0]?.message}` : data;
  });
}

test("PF-R132 统一社会信用代码: 18 characters of its alphabet and the check character of GB 32100", () => {
  const wrong = "× 统一社会信用代码校验失败";
  assert.deepEqual(
    readAll(creditCode, [
      "91350100M000100Y43",
      " 9135-0100 m000100y43 ",
      "91350100M000100Y44",
      "91350100M000100Y4",
      "91350100I000100Y43",
    ]),
    ["91350100M000100Y43", "91350100M000100Y43", wrong, wrong, wrong],
  );
  assert.equal(usccCheck("91350100M000100Y4"), "3");
});

test("PF-R132 身份证号: check digit, a day of birth that exists, and the sex that it tells", () => {
  const wrong = "× 身份证号校验失败";
  assert.deepEqual(
    readAll(idNumber, [
      "11010519491231002X",
      " 11010519491231002ｘ ",
      "110105194912310021",
      "110105194902310026",
      "010105194912310026",
      "1101051949123100",
    ]),
    ["11010519491231002X", "11010519491231002X", wrong, wrong, wrong, wrong],
  );
  assert.deepEqual([bornOn("11010519491231002X"), sexOf("11010519491231002X")], ["1949-12-31", "FEMALE"]);
  const sexes = [..."0123456789"].map((digit) => sexOf(`1101051949123100${digit}X`)[0]);
  assert.equal(sexes.join(""), "FMFMFMFMFM");
});

test("PF-R132 银行卡号: 12 to 19 digits with the digit of Luhn, typed in groups or not", () => {
  const wrong = "× 银行卡号校验失败";
  assert.deepEqual(
    readAll(bankCard, [
      "6222021234567890128",
      "6222 0212 3456 7890 128",
      "6222021234567890129",
      "6222021243567890128",
      "42424242424",
      "4242424242424242",
      "622202123456789012X",
      "000000000059",
      "00000000000000000059",
    ]),
    [
      "6222021234567890128",
      "6222021234567890128",
      wrong,
      wrong,
      wrong,
      "4242424242424242",
      wrong,
      "000000000059",
      wrong,
    ],
  );
});

test("PF-R132 账号: 8 to 30 digits in groups or not, without a check digit", () => {
  const wrong = "× 账号须为8至30位数字";
  assert.deepEqual(
    readAll(accountNumber, [
      "6222 0212-3456",
      "12345678",
      "1234567",
      "1".repeat(30),
      "1".repeat(31),
      "1234567a",
      "1  2345678",
    ]),
    ["622202123456", "12345678", wrong, "1".repeat(30), wrong, wrong, wrong],
  );
  assert.match(accountNumber.safeParse(undefined).error?.issues[0]?.message ?? "", /请输入账号！/);
});

test("PF-R132 车牌: a head of two and five or six after it, those of new energy too", () => {
  const wrong = "× 车牌格式不正确";
  assert.deepEqual(
    readAll(plateNumber, [
      " 沪a·12345 ",
      "京AD12345",
      "粤ｂ１２３４５",
      "沪A1234",
      "沪A1234567",
      "沪AI2345",
      "沪AO2345",
      "美A12345",
      "沪A•12345",
    ]),
    ["沪A12345", "京AD12345", "粤B12345", wrong, wrong, wrong, wrong, wrong, "沪A12345"],
  );
});

test("PF-R132 VIN: its form, told with what is wrong, and its check character", () => {
  assert.deepEqual(
    readAll(vinNumber, [
      " l0z7-e4a24sa000125",
      "L0Z7E4A24SA00012",
      "LOZ7E4A24SA000125",
      "OLZ7E4A24SA000125",
      "L0Z7E4A24SA000152",
    ]),
    [
      "L0Z7E4A24SA000125",
      "× VIN格式不正确：应为17位",
      "× VIN格式不正确：含非法字符O（第2位）",
      "× VIN格式不正确：含非法字符O（第1位）",
      "× 车架号校验位错误，应为7",
    ],
  );
  assert.deepEqual([checkDigitOf("L0Z7E4A2XSA000128"), modelYearOf("L0Z7E4A24SA000125")], ["X", 2025]);
  const faulty = ["L0Z7E4A24UA000125", "L0Z7E4A24ZA000125", "L0Z7E4A240A000125", "L0Z7E4A24SA00A125"];
  assert.deepEqual(
    readAll(vinNumber, faulty).map((text) => text.slice("× VIN格式不正确：".length)),
    ["年份位错误", "年份位错误", "年份位错误", "末四位须为数字"],
  );
});

test("PF-R132 VIN: the value of each letter, the weight of each position and the years of ISO 3779", () => {
  const with1 = (at: number, character: string) => "0".repeat(at) + character + "0".repeat(16 - at);
  const weights = Array.from({ length: 17 }, (_, at) => checkDigitOf(with1(at, "1")));
  assert.equal(weights.join(""), "8765432X098765432");
  // at the seventh position, which counts twice, each value has a check character of its own
  const told = (character: string) => checkDigitOf(with1(6, character));
  for (const row of ["0123456789", ".ABCDEFGH", ".JKLMN.P.R", "..STUVWXYZ"]) {
    const letters = [...row].map((letter) => (letter === "." ? "." : told(letter))).join("");
    assert.equal(
      letters,
      [..."02468X1357"]
        .map((expected, at) => (row[at] === "." ? "." : expected))
        .slice(0, row.length)
        .join(""),
      row,
    );
  }
  const years = [..."ARSTVY19U"].map((letter) => modelYearOf(with1(9, letter)));
  assert.deepEqual(years, [2010, 2024, 2025, 2026, 2027, 2030, 2031, 2039, null]);
});

test("PF-R132 手机号: eleven digits of the mainland", () => {
  const wrong = "× 手机号格式不正确";
  assert.deepEqual(readAll(mobilePhone, [" 13800000001 ", "12800000001", "1380000000", "138000000011"]), [
    "13800000001",
    wrong,
    wrong,
    wrong,
  ]);
});
