import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Logger } from "../log.ts";
import { PreparedClient, SnakeCaseNames } from "./connection/prepared-client.ts";
import { readTextArraysAtOnce } from "./connection/text-arrays.ts";

/** Where PostgreSQL is: an address of the operator's, or the embedded one's socket. */
export type DatabaseAddress = { readonly url: string; readonly ownerUrl?: string } | DatabaseSocket;
interface DatabaseSocket {
  readonly host: string;
  readonly port: number;
  /** The role that serves calls. */
  readonly user: string;
  readonly database: string;
  /** The role of the migrations, which the audit log belongs to; without it there is one role for everything. */
  readonly owner?: string;
}

/** The connections to the database: one that writes, one that only reads, and two for work aside of transactions. */
export interface Database {
  readonly writer: Kysely<unknown>;
  readonly reader: Kysely<unknown>;
  /**
   * Connections for work outside of a running transaction that this transaction needs. In the pool of the writers it
   * could wait for transactions like itself.
   */
  readonly aside: Kysely<unknown>;
  /** The same for log entries of such a transaction, so that waiting for the log blocks nobody who uses `aside`. */
  readonly notes: Kysely<unknown>;
  /** Read-only connections for work that takes minutes, so that people never wait for it. */
  readonly longReader: Kysely<unknown>;
  readonly writerPool: pg.Pool;
  readonly readerPool: pg.Pool;
  readonly address: DatabaseAddress;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 8_000;
const POOL_WAIT_MS = 5_000;
const LONG_READS =
  "-c default_transaction_read_only=on -c statement_timeout=120000 -c idle_in_transaction_session_timeout=120000";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text); // a day has no time zone
readTextArraysAtOnce();

interface DatabaseOptions {
  readonly poolSize: number;
  readonly log: Logger;
  /** How long a call waits for a free connection; as long as people wait for a page without it. */
  readonly poolWaitMs?: number | undefined;
}

export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const half = Math.max(2, Math.floor(options.poolSize / 2));
  const writerPool = openPool(address, half, "", options);
  const readerPool = openPool(address, half, "-c default_transaction_read_only=on", options);
  const asidePool = openPool(address, 2, "", options);
  const notesPool = openPool(address, 2, "", options);
  const longReaderPool = openPool(address, 3, LONG_READS, options);
  return {
    writer: kyselyOn(writerPool),
    reader: kyselyOn(readerPool),
    aside: kyselyOn(asidePool),
    notes: kyselyOn(notesPool),
    longReader: kyselyOn(longReaderPool),
    writerPool,
    readerPool,
    address,
    close: async () => {
      await Promise.all([writerPool, readerPool, asidePool, notesPool, longReaderPool].map((pool) => pool.end()));
    },
  };
}

/** Finds the address for the role of the migrations; null if there is only one role. */
export function ownerAddress(address: DatabaseAddress): DatabaseAddress | null {
  if ("url" in address) return address.ownerUrl === undefined ? null : { url: address.ownerUrl };
  return address.owner === undefined ? null : { ...address, user: address.owner };
}

export function connectionOptions(address: DatabaseAddress): { connectionString: string } | DatabaseSocket {
  return "url" in address ? { connectionString: address.url } : address;
}

function openPool(
  address: DatabaseAddress,
  max: number,
  extra: string,
  { log, poolWaitMs = POOL_WAIT_MS }: DatabaseOptions,
): pg.Pool {
  const settings = `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=30000 -c timezone=UTC`;
  const pool = new pg.Pool({
    ...connectionOptions(address),
    max,
    options: `${settings} ${extra}`.trim(),
    connectionTimeoutMillis: poolWaitMs,
    keepAlive: true, // a connection whose other end has vanished is noticed
    keepAliveInitialDelayMillis: 10_000,
    application_name: "console",
    Client: PreparedClient,
  });
  pool.on("error", (error) => log.warn({ code: errorCode(error) }, "an idle database connection was lost"));
  return pool;
}

function kyselyOn(pool: pg.Pool): Kysely<unknown> {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }), plugins: [new SnakeCaseNames()] });
  pools.set(kysely, pool);
  return kysely;
}

const pools = new WeakMap<Kysely<unknown>, pg.Pool>();

/** Finds the pool of a database. A transaction has none, only its connection. */
export function poolOf(database: Kysely<unknown>): pg.Pool | undefined {
  return pools.get(database);
}

export function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unknown";
}
