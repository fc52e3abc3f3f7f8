import { UserPage } from "@ops/authority/contract";

export const addressOfUser = ({ id }: { readonly id: string }) => UserPage.addressOf({ mode: "view", id });
