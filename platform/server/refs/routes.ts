import { commonErrors, type Endpoint, fieldMeta, MOST_CHOICES, searchRefs } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { placesIn } from "../http/places.ts";
import { reads } from "../http/route.ts";
import type { RefSource } from "./source.ts";

export const refRoutes = [
  reads(searchRefs, async (tx, { params, query: { by, keyword = "", ids } }) => {
    const source = tx.refs.get(params.kind);
    if (!source) throw commonErrors.notFound();
    if (!mayList(tx, source, by) && !mayPoint(tx, params.kind, by)) throw commonErrors.forbidden();
    const asked = { ...tx, permission: by }; // its data scope is the one in which the record will be looked for
    if (ids === undefined) return source.search(asked, { keyword, most: MOST_CHOICES });
    const known = ids.filter((id) => (source.kind.id ?? z.uuid()).safeParse(id).success);
    return known.length === 0 ? [] : source.seen(asked, known);
  }),
];

function mayList({ actor }: Tx, { listedBy }: RefSource, by: string): boolean {
  return listedBy?.permission === by && actor.mayCall(listedBy);
}

/** Whether the caller may make a call of this code that names a record of the kind. */
function mayPoint({ actor, endpoints }: Tx, kind: string, by: string): boolean {
  return endpoints.some(
    (endpoint) =>
      endpoint.permission === by && kindsIn(endpoint).has(kind) && (by === "session" || actor.mayCall(endpoint)),
  );
}

const known = new WeakMap<Endpoint, ReadonlySet<string>>();

/** The kinds of records that a call names in its body or its query. */
function kindsIn(endpoint: Endpoint): ReadonlySet<string> {
  const found =
    known.get(endpoint) ??
    new Set(
      [endpoint.body, endpoint.query].flatMap((part) =>
        placesIn(part, (schema) => fieldMeta(schema).ref).map((place) => place.found),
      ),
    );
  known.set(endpoint, found);
  return found;
}
