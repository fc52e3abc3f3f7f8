import { commonErrors } from "@ops/platform/contract";
import { defineModule, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import type { AuthorityTestApp, TestClient } from "../testing.ts";

interface Ref {
  readonly id: string;
}

interface Confirmed {
  readonly impactToken: string;
  readonly plannedAt?: string;
  readonly reason?: string;
}

/** A test module that owns records of organisations: open parcels and delivered ones. */
export class Parcels {
  /** Makes the hand-over fail. */
  isBusy = false;
  readonly #parcels: WorkInHand = {
    kind: "parcel.open",
    label: "待派包裹",
    countOf: async (tx, { id }) => {
      const { rows } = await sql`select 1 from parcel where org_id = ${id} and not is_past`.execute(tx.kysely);
      return rows.length;
    },
    recordsOf: async (tx, { id }) =>
      (await sql`select 1 from parcel where org_id = ${id}`.execute(tx.kysely)).rows.length,
    checkTaker: async (tx, _from, to) => {
      const { rows } = await sql`select 1 from parcel where org_id = ${to.id} and full_up`.execute(tx.kysely);
      if (rows.length > 0) throw commonErrors.referenced();
    },
    handOver: async (tx, from, to) => {
      const { rows } = await sql`update parcel set org_id = ${to.id}, hands = hands + 1 where org_id = ${from.id}
        returning 1`.execute(tx.kysely);
      if (this.isBusy) throw new Error("the node died here");
      return rows.length;
    },
  };
  /** How many parcels the target had when the papers about them were handed over. */
  readonly counted: number[] = [];
  readonly #papers: WorkInHand = {
    kind: "parcel.paper",
    label: "包裹单据",
    follows: true,
    countOf: async () => 0,
    handOver: async (tx, _from, to) => {
      this.counted.push((await sql`select 1 from parcel where org_id = ${to.id}`.execute(tx.kysely)).rows.length);
      return 0;
    },
  };
  readonly module = defineModule({
    name: "parcel",
    workInHand: [this.#papers, this.#parcels],
    onStart: async (tx) => {
      await sql`create table parcel (org_id uuid, hands int default 0, full_up boolean default false,
        is_past boolean default false)`.execute(tx.kysely);
    },
  });
}

/** Previews and merges with the calls of the page. */
export function merging(app: AuthorityTestApp) {
  const preview = (client: TestClient, source: Ref, target: Ref) =>
    client.call(contract.previewMerge, { params: { id: source.id }, body: { targetOrgId: target.id } });
  const merge = (client: TestClient, source: Ref, target: Ref, confirmed: Confirmed) => {
    const places = { sourceOrgId: source.id, targetOrgId: target.id };
    return client.call(contract.mergeOrganization, {
      body: { ...places, plannedAt: null, reason: null, ...confirmed },
    });
  };
  const mergeAtOnce = async (client: TestClient, source: Ref, target: Ref) =>
    merge(client, source, target, { impactToken: (await preview(client, source, target)).data.impactToken });
  const statusOf = async (changeId: string) =>
    (await app.rows<{ status: string }>("select status from org_change where id = $1", [changeId]))[0]?.status;
  return { preview, merge, mergeAtOnce, statusOf };
}

/** Previews and moves with the calls of the page. */
export function moving() {
  const preview = (client: TestClient, source: Ref, target: Ref) =>
    client.call(contract.previewMove, { params: { id: source.id }, body: { targetOrgId: target.id } });
  const tokenOf = async (client: TestClient, source: Ref, target: Ref) =>
    (await preview(client, source, target)).data.impactToken;
  const move = (client: TestClient, source: Ref, target: Ref, confirmed: Confirmed) => {
    const places = { sourceOrgId: source.id, targetOrgId: target.id };
    const body = { kind: "MOVE" as const, ...places, plannedAt: null, reason: null, ...confirmed };
    return client.call(contract.createOrgChange, { body });
  };
  return { preview, tokenOf, move };
}

/** Finds organisations whose path or level does not follow from their parent. */
export const brokenPlaces = (app: AuthorityTestApp) =>
  app.rows(`select o.id from organization o left join organization p on p.id = o.parent_id
    where o.path <> coalesce(p.path, '/') || o.id || '/' or o.level <> coalesce(p.level, 0) + 1`);
