import assert from "node:assert/strict";
import { test } from "node:test";
import { isCommonPassword } from "./common-passwords.ts";

test("PF-R35 up to four well-known pieces make a well-known password", () => {
  const known = [
    ["password", "a word"],
    ["admin!!", "a word and two signs"],
    ["password@1", "a word, a sign, a digit"],
    ["aaaaaaaa", "one character again and again"],
    ["qweasdzxcrty", "the shortest walks over the keyboard"],
    ["admin!?roottest", "two signs are one piece"],
    ["poiuytre", "a walk backwards"],
    ["abcdwxyz", "two walks through the alphabet"],
    ["admin20", "a word and two digits"],
    ["admin520", "an easy number"],
    ["admin1999", "a year"],
    ["admin8686", "digits that come again"],
    ["adminroottestuser", "four words"],
    ["qwer!1234", "a walk, a sign, a walk"],
    ["passwordq", "a word and one letter"],
  ] as const;
  for (const [password, why] of known) assert.equal(isCommonPassword(password), true, `${password}: ${why}`);
});

test("PF-R35 what is not put together from well-known pieces is taken", () => {
  const fair = [
    ["adminroottestuserlogin", "five pieces"],
    ["admin!?!x7", "three signs are two pieces"],
    ["wertadminqxz", "letters that are no walk"],
    ["admin583", "three digits that nobody thinks of"],
    ["admin2101", "a year that is far away"],
    ["admin12583", "a number is judged as a whole"],
    ["58123", "and so is its beginning"],
    ...["neues#wort7", "k7tq#9wz", "other@2026", "demo@2025", "a1345678", "hk29mpq4"].map((one) => [one, "free"]),
    ...["abc12345", "abcdefg!", "1234567@"].map((one) => [one, "an example of the dialog"]),
  ];
  for (const [password = "", why] of fair) assert.equal(isCommonPassword(password), false, `${password}: ${why}`);
});
