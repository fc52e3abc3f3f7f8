import { loadLargeSet } from "@ops/authority/server";
import { type LargeStores, loadLargeStores } from "@ops/store/server";
import type { LargeKind } from "../kind.ts";
import { storeDeeds } from "./deeds.ts";
import { type KnownStores, knownStores } from "./known.ts";
import { storeLists } from "./lists.ts";

const ROSTER_DAYS = 3_600_000;

/** Section 11 of store.md. */
const WHOLE: LargeStores = {
  stores: 3_000,
  people: 60_000,
  past: 200_000,
  rosterDays: ROSTER_DAYS,
  projects: 2_000,
  interviews: 400_000,
  pictures: 600_000,
  trainings: 3_000_000,
};

/** A part of everything, with at least so many stores that every state is there. */
function partOf(share: number): LargeStores {
  const count = (name: keyof LargeStores) => Math.max(20, Math.round(WHOLE[name] * share));
  return {
    stores: count("stores"),
    people: count("people"),
    past: count("past"),
    rosterDays: count("rosterDays"),
    projects: count("projects"),
    interviews: count("interviews"),
    pictures: count("pictures"),
    trainings: count("trainings"),
  };
}

const STORES_PER_REGION = 380;
const PLACES_PER_REGION = 21;

/** With the regions and cities above them. */
function placesFor(stores: number): number {
  return stores + PLACES_PER_REGION * Math.max(1, Math.round(stores / STORES_PER_REGION));
}

const n = (count: number) => count.toLocaleString("en");

/** Stores with their people, rosters, training and projects. */
export const stores: LargeKind<LargeStores, KnownStores> = {
  title: "Stores",
  name: "stores",
  rows: ROSTER_DAYS,
  sizes: (rows, isSmall) => {
    const share = rows / ROSTER_DAYS;
    return { small: partOf(share / 50), large: partOf(isSmall ? 0.005 : share) };
  },
  shown: (size) =>
    [
      [`${n(size.stores)} stores`, `${n(size.people)} people and ${n(size.past)} past ones`],
      [`${n(size.rosterDays)} roster days`, `${n(size.projects)} projects`, `${n(size.interviews)} interviews`],
      [`${n(size.pictures)} pictures`, `${n(size.trainings)} training records`],
    ]
      .flat()
      .join(", "),
  fill: async (node, size) => {
    await loadLargeSet(node, {
      users: size.people,
      organizations: placesFor(size.stores),
      auditRows: 2_000,
      loginRows: 500,
    });
    await loadLargeStores(node, size);
  },
  managerCodes: [
    ["store:store:list", "store:store:view", "store:staff:list", "store:movement:list", "store:interview:list"],
    ["store:cert:list", "store:training:list", "store:project:list", "store:headcount:list", "store:stat:view"],
  ].flat(),
  know: knownStores,
  lists: storeLists,
  deeds: storeDeeds,
};
