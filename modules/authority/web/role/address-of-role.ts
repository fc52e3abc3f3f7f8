import { RolePage } from "@ops/authority/contract";

export const addressOfRole = (id: string) => RolePage.addressOf({ mode: "view", id });
