import { contains, listPage, reads, requireRecord } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { present } from "../person/present.ts";
import { users } from "../person/tables.ts";
import { mayCall } from "./access.ts";
import { interfaces } from "./tables.ts";

/** Lists the people in the reader's scope who may call the interface now. */
export const listInterfacePeople = reads(contract.listInterfacePeople, async (tx, { params: { id }, query }) => {
  const row = await requireRecord(tx, interfaces, id);
  const page = await listPage(tx, users, query, {
    where: [contains("userName", query.keyword), mayCall(tx, row)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
});
