import { z } from "zod";

/** People may type the number in groups; the spaces are removed. */
export function normalBankCard(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "");
}

/** The number of a bank card with its check digit. Other accounts have no such digit and are not checked by it. */
export function isBankCard(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const digits = [...number].map(Number).toReversed();
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : doubled(digit)), 0);
  return sum % 10 === 0;
}

const doubled = (digit: number) => (digit * 2 > 9 ? digit * 2 - 9 : digit * 2);

export const bankCard = z
  .string("请输入银行卡号！")
  .max(40)
  .meta({ examples: ["6222020200012345670"] }) // its last digit follows from the others, which no pattern can tell
  .transform(normalBankCard)
  .refine(isBankCard, "银行卡号校验失败")
  .meta({ label: "银行卡号" });

/** The number of any account, of a company or a person. It has no check digit, so that its form alone is checked. */
export const accountNumber = z
  .string("请输入账号！")
  .regex(/^(\d[ -]?){8,30}$/, "账号须为8至30位数字")
  .transform(normalBankCard)
  .meta({ label: "账号", examples: ["6222020200112233445"] });
