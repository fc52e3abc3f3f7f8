import type { Page, QueryOf } from "@ops/platform/contract";
import { listPage, type Route, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { listBodies } from "./body-log.ts";
import { listPeople } from "./people.ts";
import { editInterface, getInterface, listInterfaces, switchInterface } from "./service.ts";
import { getStatistics } from "./statistics.ts";
import { syncCatalogue } from "./sync.ts";
import { withNames } from "./sync-names.ts";
import { type SyncRunRow, syncRuns } from "./tables.ts";

export const interfaceRoutes: Route[] = [
  reads(contract.listInterfaces, (tx, { query }) => listInterfaces(tx, query)),
  reads(contract.listSyncRuns, (tx, { query }) => listSyncRuns(tx, query)),
  reads(contract.getSyncRun, async (tx, { params }) =>
    named(tx, await withNames(tx, await requireRecord(tx, syncRuns, params.id))),
  ),
  writes(contract.syncInterfaces, async (tx) => named(tx, await syncCatalogue(tx, "MANUAL"))),
  reads(contract.getInterface, (tx, { params }) => getInterface(tx, params.id)),
  reads(contract.listInterfacePeople, (tx, { params, query }) => listPeople(tx, params.id, query)),
  reads(contract.getInterfaceStatistics, (tx, { params }) => getStatistics(tx, params.id)),
  reads(contract.listInterfaceBodies, (tx, { params, query }) => listBodies(tx, params.id, query)),
  writes(contract.editInterface, (tx, { params, body }) => editInterface(tx, params.id, body)),
  writes(contract.disableInterface, (tx, { params, body }) => switchInterface(tx, params.id, "disable", body)),
  writes(contract.enableInterface, (tx, { params, body }) => switchInterface(tx, params.id, "enable", body)),
];

type NamedRun = SyncRunRow & { startedByName: string };

async function listSyncRuns(tx: Tx, query: QueryOf<typeof contract.listSyncRuns>): Promise<Page<NamedRun>> {
  const page = await listPage(tx, syncRuns, query, { orderBy: ["startedAt", "desc"] });
  return { ...page, list: await Promise.all(page.list.map((run) => named(tx, run))) };
}

async function named(tx: Tx, run: SyncRunRow): Promise<NamedRun> {
  return { ...run, startedByName: run.kind === "START" ? "系统" : await tx.personName(run.createdBy) };
}
