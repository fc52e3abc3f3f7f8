import { isCommonPassword } from "./common-passwords.ts";

interface Owner {
  readonly mobilePhone: string;
  readonly staffNo: string | null;
}

/** Too simple: well known, or made of what everybody knows of the person (PF-R35). */
export function isWeakPassword(password: string, owner: Owner): boolean {
  const lower = password.toLowerCase();
  if (isCommonPassword(lower) || lower.includes(owner.mobilePhone)) return true;
  return owner.staffNo !== null && lower.includes(owner.staffNo.toLowerCase());
}
