import {
  commonErrors,
  type Endpoint,
  fieldMeta,
  filterFields,
  isPersonalFilter,
  savedFilterErrors,
  shapeOf,
} from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";

type Filters = Readonly<Record<string, string>>;

/** A list is a GET that answers page by page and belongs to no record. */
function findList({ endpoints }: Tx, path: string): Endpoint | undefined {
  return endpoints.find(
    (one) =>
      one.method === "GET" && one.path === path && !one.params && one.query && "totalKind" in shapeOf(one.answer),
  );
}

const mayRead = ({ actor }: Tx, list: Endpoint) => list.permission === "session" || actor.mayCall(list);

/** Finds the list of this path, if the actor may read it. */
export function requireList(tx: Tx, path: string): Endpoint {
  const list = findList(tx, path);
  if (!list) throw savedFilterErrors.list();
  if (!mayRead(tx, list)) throw commonErrors.forbidden();
  return list;
}

/** Refuses filters that the list does not accept, or that must not be saved. */
export function refuseUnfitFilters(list: Endpoint, filters: Filters): void {
  const fields = filterFields(list);
  if (Object.keys(filters).length === 0) throw savedFilterErrors.empty();
  for (const [name, text] of Object.entries(filters)) {
    const field = fields[name];
    if (!field) throw savedFilterErrors.unknown(undefined, { field: name });
    const label = fieldMeta(field).label ?? name;
    if (isPersonalFilter(field, text)) throw savedFilterErrors.personal({ label }, { field: name });
    if (!takes(field, text)) throw savedFilterErrors.value({ label }, { field: name });
  }
}

/** Keeps those of the saved filters that the list still accepts. */
export function fitFilters(list: Endpoint, filters: Filters): Record<string, string> {
  const fields = filterFields(list);
  const fitting = Object.entries(filters).filter(
    ([name, text]) => takes(fields[name], text) && !isPersonalFilter(fields[name], text),
  );
  return Object.fromEntries(fitting);
}

/** The filters of a list that may have left the product, or that the reader may no longer read: null. */
export function findReadableList(tx: Tx, path: string): Endpoint | null {
  const list = findList(tx, path);
  return list && mayRead(tx, list) ? list : null;
}

function takes(field: unknown, text: string): boolean {
  return field instanceof z.ZodType && field.safeParse(text).success;
}
