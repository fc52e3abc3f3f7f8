import { createLog, type PlatformNode, startNode } from "@ops/platform/server";
import { createTestDatabase } from "@ops/platform/server/testing";
import { lockFirstStart } from "../account/first-start.ts";
import { PasswordHasher } from "../account/password-hash.ts";
import { createAuthority } from "../index.ts";
import { testSettings } from "../testing.ts";
import { loadAuthorityDemo } from "./load.ts";
import { loadPast } from "./past/job.ts";

export const LOAD_TIME = new Date("2026-03-18T14:30:00+08:00");

export const cheapHasher = () => new PasswordHasher(testSettings.argon2);

export interface FreshNodes {
  readonly first: PlatformNode;
  readonly all: readonly PlatformNode[];
  stop(): Promise<void>;
}

/** Starts the wanted number of nodes on a new database without users, at a fixed time. */
export async function freshNodes(count = 1): Promise<FreshNodes> {
  const database = await createTestDatabase([createAuthority(testSettings).module]);
  const first = await startOn(database.address);
  const all = [first];
  while (all.length < count) all.push(await startOn(database.address));
  const stop = async () => {
    for (const node of all) await node.stop();
    await database.drop();
  };
  return { first, all, stop };
}

function startOn(address: PlatformNode["database"]["address"]): Promise<PlatformNode> {
  const { module, personName } = createAuthority(testSettings);
  const clock = { now: () => LOAD_TIME };
  const log = createLog("silent");
  return startNode({ address, poolSize: 4, modules: [module], log, clock, personName, background: false });
}

export function loadSmall(node: PlatformNode): Promise<boolean> {
  return node.access.commit(async (tx) => {
    await lockFirstStart(tx);
    return loadAuthorityDemo(tx, cheapHasher());
  });
}

/** Loads what a job loads after the start. */
export function loadRest(node: PlatformNode): Promise<void> {
  return node.access.commit(loadPast);
}

export async function rowsOf<Row>(node: PlatformNode, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await node.database.writerPool.query(text, values)).rows;
}

export async function countOf(node: PlatformNode, from: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(node, `select count(*)::int as count from ${from}`, values);
  return row?.count ?? 0;
}
