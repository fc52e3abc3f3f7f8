import { dayOf } from "@ops/platform/contract";
import { acting, changeRecord, type Tx } from "@ops/platform/server";
import { standardActs, standardErrors, standardStates } from "../../contract/index.ts";
import { findOnline, itemsOf } from "./find.ts";
import { retrainHolders } from "./hooks.ts";
import { presentStandardDetails } from "./present.ts";
import { standardTable } from "./tables.ts";

const WHOLE = 100;

export const standardActing = acting(standardActs, standardTable, {
  present: presentStandardDetails,
  on: {
    publish: async (tx, { id, positionCode }) => {
      await requireItems(tx, id);
      const online = await findOnline(tx, positionCode);
      if (online) await changeRecord(tx, standardTable, online, { state: standardStates.next(online.state, "retire") });
      return { publishedOn: dayOf(tx.now) };
    },
  },
  after: { publish: (tx, standard) => retrainHolders(tx, standard) },
});

async function requireItems(tx: Tx, standardId: string): Promise<void> {
  const items = (await itemsOf(tx, [standardId])).filter(({ side }) => side === "UP");
  if (items.length === 0) throw standardErrors.standardEmpty();
  const sum = items.reduce((total, { weight }) => total + weight, 0);
  if (sum !== WHOLE) throw standardErrors.standardWeight({ n: sum });
}
