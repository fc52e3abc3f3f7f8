/** The characters besides letters and digits that a password may hold, as specified. */
const SYMBOLS = "@$!%*#_~?&^";
export const PASSWORD_FORMAT = "密码必须是8-16位英文字母、数字、字符组合，且字符仅包含@$!%*#_~?&^";

const allowed = /^[A-Za-z0-9@$!%*#_~?&^]{8,16}$/;

/** Checks PF-R34: 8 to 16 characters of the allowed set, with at least two of letters, digits and symbols. */
export function isWellFormedPassword(password: string): boolean {
  if (!allowed.test(password)) return false;
  return passwordClasses(password) >= 2;
}

function passwordClasses(password: string): number {
  const characters = [...password];
  const classes = [/[A-Za-z]/.test(password), /\d/.test(password), characters.some((one) => SYMBOLS.includes(one))];
  return classes.filter(Boolean).length;
}

/** The strength that the bar in the change-password dialog shows: 0 refused, 1 weak, 2 fair, 3 strong. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (!isWellFormedPassword(password)) return 0;
  const classes = passwordClasses(password);
  if (classes === 3 && password.length >= 12) return 3;
  return classes === 3 || password.length >= 12 ? 2 : 1;
}
