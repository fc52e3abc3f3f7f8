import type { QueryOf } from "@ops/platform/contract";
import { contains, listPage, requireRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { present } from "../user/present.ts";
import { users } from "../user/tables.ts";
import { mayCall } from "./access.ts";
import { interfaces } from "./tables.ts";

/** The people in the reader's scope who may call the interface now. */
export async function listPeople(tx: Tx, id: string, query: QueryOf<typeof contract.listInterfacePeople>) {
  const row = await requireRecord(tx, interfaces, id);
  const page = await listPage(tx, users, query, {
    where: [contains("userName", query.keyword), mayCall(tx, row)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
}
