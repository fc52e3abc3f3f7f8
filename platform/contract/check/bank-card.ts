import { z } from "zod";

/** People may type the number in groups; the spaces are removed. */
export function normalBankCard(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "");
}

/** The number of a bank card with its check digit. Accounts of companies have no such digit and are not checked by it. */
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
