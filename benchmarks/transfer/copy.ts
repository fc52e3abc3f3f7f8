import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";

/** What PostgreSQL itself needs to hand over the rows of an export, in seconds. */
export async function copyOut(client: pg.Client, [first, last]: readonly [string, string]): Promise<number> {
  const began = performance.now();
  const rows = `select * from bench_lead where deleted_at is null and created_at >= '${first} 00:00+08'
    and created_at < timestamptz '${last} 00:00+08' + interval '1 day' order by created_at desc, id desc`;
  for await (const _chunk of client.query(to(`copy (${rows}) to stdout`))) {
    // counted by nobody, as a file would be
  }
  return (performance.now() - began) / 1000;
}

/** The rows of an import into a table like the one they go to, in seconds. */
export async function copyIn(client: pg.Client, rows: readonly (readonly string[])[]): Promise<number> {
  await client.query("create temporary table raw_entry (like dict_entry including all)");
  const lines = rows.map(([code, meaning, value, sort]) => {
    const stamps = "2026-01-01\t00000000-0000-7000-8000-000000000000";
    const id = `02000000-0000-7000-8000-${value?.padStart(12, "0")}`;
    return `${id}\t1\t${stamps}\t${stamps}\t${code}\t${meaning}\t${value}\t${sort}\t\\N\tENABLED\n`;
  });
  const began = performance.now();
  await pipeline(Readable.from(lines), client.query(from("copy raw_entry from stdin")));
  const took = (performance.now() - began) / 1000;
  await client.query("drop table raw_entry");
  return took;
}
