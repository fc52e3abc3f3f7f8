import { entriesByCodes, refTo, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { ApiClientRef, ClientLenderRef, ClientOwnerRef, listApiClients } from "../../contract/index.ts";
import { personLook, primaryPosts } from "../person/refs.ts";
import { type UserRow, users } from "../person/tables.ts";
import { apiClients } from "./tables.ts";

const usable = sql<boolean>`app_user.status in ('ACTIVE', 'PENDING')`;
const look = {
  ...personLook,
  notes: async (tx: Tx, rows: readonly UserRow[]) => {
    const posts = await primaryPosts(tx, rows);
    const { user_type: types = [] } = await entriesByCodes(tx, { codes: ["user_type"], includeDisabled: true });
    const words = new Map(types.map(({ entryValue, entryMeaning }) => [entryValue, entryMeaning]));
    return new Map(
      rows.map(({ id, userType }) => [
        id,
        [words.get(userType) ?? userType, posts.get(id)].filter(Boolean).join(" · "),
      ]),
    );
  },
};

/** Finds people by a part of name or staff number. Where rights are lent, system accounts come first (AU-R59). */
export const apiClientRefs = [
  refTo(ClientOwnerRef, users, { ...look, offered: usable }),
  refTo(ClientLenderRef, users, {
    ...look,
    offered: sql<boolean>`(${usable} and (app_user.user_type = 'SERVICE' or not app_user.bool_admin))`,
    first: sql<boolean>`app_user.user_type = 'SERVICE'`,
  }),
  refTo(ApiClientRef, apiClients, {
    name: "name",
    showsNumber: () => false, // the number of an API client is its name, so it is not shown twice
    offered: sql<boolean>`api_client.status = 'ACTIVE'`,
    orderBy: ["createdAt", "desc"],
    listedBy: listApiClients,
  }),
];
