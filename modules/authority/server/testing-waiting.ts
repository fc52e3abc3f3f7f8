import type { Tx } from "@ops/platform/server";
import type { AuthorityTestApp } from "./testing.ts";

/** Whether something waits for what another transaction holds meanwhile; it goes on afterwards, and is over when this answers. */
export async function waitsFor(
  app: AuthorityTestApp,
  hold: (tx: Tx) => Promise<unknown>,
  act: () => Promise<unknown>,
  meanwhile: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  const going: Promise<unknown>[] = [];
  let isOver = false;
  let isWaiting = false;
  await app.arrange(async (tx) => {
    await hold(tx);
    going.push(
      act().finally(() => {
        isOver = true;
      }),
    );
    while (!isOver && !isWaiting) isWaiting = await isSomebodyWaiting(app);
    if (isWaiting) await meanwhile(tx);
  });
  await Promise.all(going);
  return isWaiting;
}

async function isSomebodyWaiting({ node }: AuthorityTestApp): Promise<boolean> {
  const { rows } = await node.database.writerPool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

/** Whether all nodes compile the rights anew after something: the permission version has risen (AU-R23). */
export async function raisesRights(app: AuthorityTestApp, act: () => Promise<unknown>): Promise<boolean> {
  const versionOf = async () => (await app.rows<{ value: string }>("select value from permission_version"))[0]?.value;
  const before = await versionOf();
  await act();
  return (await versionOf()) !== before;
}
