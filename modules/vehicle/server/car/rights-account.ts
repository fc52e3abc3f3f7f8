/**
 * The kind of usages that stop a buy-back of a car. The module that keeps rights declares usages of this kind (VE-R16).
 */
export const RIGHTS_ACCOUNT = "rightsAccount";
