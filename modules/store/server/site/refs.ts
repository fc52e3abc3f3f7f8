import { organizationsCoded } from "@ops/authority/server";
import { escapeLike, refTo } from "@ops/platform/server";
import { sql } from "kysely";
import { AnyStoreRef, listStores, OpenStoreRef, StoreRef, storeErrors } from "../../contract/index.ts";
import { storeTable } from "./tables.ts";

/** Finds a store by a part of its name, its code or the code of its organisation. */
export function namedLike(keyword: string) {
  const like = `%${escapeLike(keyword)}%`;
  return sql<boolean>`(store.name ilike ${like} or store.store_code ilike ${like}
    or store.id in (${organizationsCoded(keyword)}))`;
}

const look = {
  name: "name",
  named: (_tx: unknown, keyword: string) => namedLike(keyword),
  orderBy: ["name", "asc"],
  listedBy: listStores,
} as const;

const open = {
  column: "state",
  values: ["PREPARING", "TRIAL", "OPEN", "SUSPENDED"],
  refusal: storeErrors.closed,
} as const;

/** Lets pickers find stores in scope, and the names of all that are not closed. */
export const storeRefs = [
  refTo(StoreRef, storeTable, { ...look, offered: sql<boolean>`store.state <> 'CLOSED'` }),
  refTo(OpenStoreRef, storeTable, { ...look, open }),
  refTo(AnyStoreRef, storeTable, {
    name: look.name,
    named: look.named,
    orderBy: look.orderBy,
    open,
    showsNumber: () => false,
    unscoped: "a store may send its customer to any other one; the names of stores are on their doors",
  }),
];
