export * from "./account.ts";
export * from "./password.ts";
export * from "./sso.ts";
export * from "./user.states.ts";
export * from "./user.ts";
