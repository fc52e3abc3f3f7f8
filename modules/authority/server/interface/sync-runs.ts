import { list, presentOne, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { syncCatalogue } from "./sync.ts";
import { withNames } from "./sync-names.ts";
import { type SyncRunRow, syncRuns } from "./tables.ts";

const present = (tx: Tx, runs: readonly SyncRunRow[]) =>
  Promise.all(
    runs.map(async (run) => ({
      ...run,
      startedByName: run.kind === "START" ? "系统" : await tx.personName(run.createdBy),
    })),
  );
const shown = presentOne(present);

export const listSyncRuns = list(contract.listSyncRuns, syncRuns, { orderBy: ["startedAt", "desc"], present });

export const getSyncRun = reads(contract.getSyncRun, async (tx, { params }) =>
  shown(tx, await withNames(tx, await requireRecord(tx, syncRuns, params.id))),
);

export const syncInterfaces = writes(contract.syncInterfaces, async (tx) =>
  shown(tx, await syncCatalogue(tx, "MANUAL")),
);
