import { partnerHeadsAt } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type StaffCertState, type TrainedHeads, trainingErrors, trainingShortage } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { storePositions } from "../position/published.ts";
import type { StoreRow } from "../site/tables.ts";
import { peopleAt } from "./people.ts";

/** Whoever holds a certificate in force; a position that asks for none has nobody who lacks it. */
const isCertified = ({ certState }: { readonly certState: StaffCertState }): boolean =>
  certState === "CERTIFIED" || certState === "EXPIRING" || certState === "NONE";

type Site = Pick<StoreRow, "id" | "storeType" | "storeLevel">;

/** Counts the people of a store, own ones and partners', for each row of its training standard. */
export async function trainedHeadsOf(tx: Tx, { id, storeType, storeLevel }: Site): Promise<TrainedHeads[]> {
  const rows = await findRows(tx, "trainStandard", { storeType, storeLevel }, "positionCode");
  if (rows.length === 0) return [];
  const people = await peopleAt(tx, id);
  const partners = (await partnerHeadsAt(tx, [id], dayOf(tx.now))).get(id) ?? [];
  const positions = await storePositions(tx);
  return rows.map(({ positionCode, minHeads, minCertPct }) => {
    const own = people.filter((one) => one.positionCode === positionCode);
    const others = partners.find((one) => one.positionCode === positionCode);
    return {
      positionName: positions.get(positionCode)?.name ?? positionCode,
      assigned: own.length + (others?.heads ?? 0),
      certified: own.filter(isCertified).length + (others?.certified ?? 0),
      minHeads,
      minCertPct,
    };
  });
}

/** Refuses as long as the people of a store are not trained as its standard asks; node 培训完成 is submitted only then (ST-R27). */
export async function requireTrained(tx: Tx, store: Site): Promise<void> {
  const what = trainingShortage(await trainedHeadsOf(tx, store));
  if (what !== null) throw trainingErrors.trainShort({ what });
}
