import { loadLargeSet } from "@ops/authority/server";
import { type LargePartners, loadLargePartners } from "@ops/partner/server";
import type { LargeKind } from "../kind.ts";
import { partnerDeeds } from "./deeds.ts";
import { type KnownPartners, knownPartners } from "./known.ts";
import { partnerLists } from "./lists.ts";

const STAFF_PER_PARTNER = 20;

/** The same companies and people, a fiftieth of them. */
function sizesFor(rows: number, isSmall: boolean): { small: LargePartners; large: LargePartners } {
  const staff = isSmall ? 2_000 : rows;
  const partners = staff / STAFF_PER_PARTNER;
  const large = { partners, staff, contracts: Math.round((partners * 10) / 3) };
  const small = {
    partners: Math.ceil(partners / 50),
    staff: Math.ceil(staff / 50),
    contracts: Math.ceil(partners / 15),
  };
  return { small, large };
}

const n = (count: number) => count.toLocaleString("en");

/** Companies under contract and their people. */
export const partners: LargeKind<LargePartners, KnownPartners> = {
  title: "Partners",
  name: "partners",
  rows: 60_000,
  sizes: sizesFor,
  shown: ({ partners: count, staff, contracts }) =>
    `${n(count)} partners, ${n(staff)} staff, ${n(contracts)} contracts`,
  fill: async (node, size) => {
    await loadLargeSet(node, { users: 1_200, organizations: 1_200, auditRows: 2_000, loginRows: 500 });
    await loadLargePartners(node, size);
  },
  managerCodes: ["partner:partner:view", "partner:staff:view", "partner:contract:view"],
  know: knownPartners,
  lists: partnerLists,
  deeds: partnerDeeds,
};
