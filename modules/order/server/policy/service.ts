import {
  changeRecord,
  insertRecord,
  list,
  lockRecord,
  presenterOf,
  presentOne,
  refNames,
  writes,
} from "@ops/platform/server";
import { SeriesRef } from "@ops/vehicle/contract";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { policyErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { policies } from "./tables.ts";

const present = presenterOf(policies, contract.Policy, async (tx, rows) => {
  const series = await refNames(
    tx,
    SeriesRef,
    rows.flatMap(({ seriesIds }) => seriesIds),
  );
  return ({ seriesIds }) => ({ seriesNames: seriesIds.map((id) => series.get(id) ?? "") });
});
const presentPolicy = presentOne(present);

export const listPolicies = list(contract.listPolicies, policies, {
  where: {
    keyword: (word) =>
      sql<boolean>`(strpos(sales_policy.code, upper(${word})) > 0 or strpos(sales_policy.name, ${word}) > 0)`,
  },
  orderBy: ["updatedAt", "desc"],
  present,
});

export const createPolicy = writes(contract.createPolicy, async (tx, { body }) => {
  requireDays(body);
  const taken = await findRow(tx, "salesPolicy", { code: body.code });
  if (taken) throw policyErrors.policyCode(undefined, { field: "code" });
  return presentPolicy(tx, await insertRecord(tx, policies, body));
});

export const editPolicy = writes(contract.editPolicy, async (tx, { params, body }) => {
  const { version, ...terms } = body;
  const policy = await lockRecord(tx, policies, params.id, version, presentPolicy);
  requireDays(terms);
  return presentPolicy(tx, await changeRecord(tx, policies, policy, terms));
});

function requireDays({ validFrom, validTo }: { readonly validFrom: string; readonly validTo: string | null }): void {
  if (validTo !== null && validTo < validFrom) throw policyErrors.policyDays(undefined, { field: "validTo" });
}
