import { wire } from "@ops/platform/web";
import type * as contract from "../../contract/index.ts";

/** The calls that are needed before the workspace has loaded. */
export const imageCode = wire<typeof contract.imageCode>({ method: "GET", path: "/user/v1/kaptcha/imageCode" });
export const phoneLogin = wire<typeof contract.phoneLogin>({ method: "POST", path: "/user/v1/phoneLogin" });
export const ticketLogin = wire<typeof contract.ticketLogin>({ method: "POST", path: "/user/v1/ticketLogin" });
export const userInfo = wire<typeof contract.userInfo>({ method: "GET", path: "/user/v1/userInfo" });
export const menuUserList = wire<typeof contract.menuUserList>({ method: "GET", path: "/user/v1/menu/userList" });
