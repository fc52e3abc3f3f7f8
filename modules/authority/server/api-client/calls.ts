import { insertMany, type NodeAccess, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";

/** A call as the log stores it. */
export interface ClientCall {
  readonly clientId: string;
  readonly occurredAt: Date;
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly status: number;
  readonly msgCode: string;
  readonly ip: string;
  readonly ms: number;
  readonly keyNo: number | null;
}

const FLUSH_MS = 1_000;
const MOST_WAITING = 5_000;
/** The most lines per client and minute with a wrong signature, because anybody can send such calls. */
const MOST_UNPROVEN = 60;

/** Collects the calls of a node and writes them every second, so that no call waits for the log. */
export class ClientCalls {
  #waiting: ClientCall[] = [];
  #unproven = { minute: 0, counts: new Map<string, number>() };
  #writing: Promise<void> = Promise.resolve();
  #node: NodeAccess | undefined;
  #timer: NodeJS.Timeout | undefined;

  connect(node: NodeAccess): void {
    this.#node = node;
    // failed lines wait for the next second
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => undefined); // without the database, a second of the log is lost
  }

  add(call: ClientCall): void {
    if (call.keyNo === null && this.#isTooMany(call)) return;
    this.#waiting.push(call);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
  }

  /** Writes one batch at a time. A second caller waits for the first. */
  flush(): Promise<void> {
    const next = this.#writing.catch(() => undefined).then(() => this.#write());
    this.#writing = next;
    return next;
  }

  async #write(): Promise<void> {
    const calls = this.#waiting;
    if (calls.length === 0 || !this.#node) return;
    this.#waiting = [];
    try {
      await this.#node.commit((tx) => store(tx, calls));
    } catch (error) {
      this.#waiting = [...calls, ...this.#waiting].slice(-MOST_WAITING);
      throw error;
    }
  }

  #isTooMany({ clientId, occurredAt }: ClientCall): boolean {
    const minute = Math.floor(occurredAt.getTime() / 60_000);
    if (minute !== this.#unproven.minute) this.#unproven = { minute, counts: new Map() };
    const count = (this.#unproven.counts.get(clientId) ?? 0) + 1;
    this.#unproven.counts.set(clientId, count);
    return count > MOST_UNPROVEN;
  }
}

async function store(tx: Tx, calls: readonly ClientCall[]): Promise<void> {
  await insertMany(
    tx,
    "apiClientCall",
    calls.map((call) => ({ id: newId(call.occurredAt.getTime()), ...call, ms: Math.round(call.ms) })),
  );
  const proven = calls.filter(({ keyNo }) => keyNo !== null);
  const uses = JSON.stringify(proven.map(({ clientId, keyNo, occurredAt }) => ({ clientId, keyNo, occurredAt })));
  // in the order of the ids, because two nodes could otherwise deadlock
  await sql`with used as (
      select "clientId" as client_id, "keyNo" as key_no, count(*) as calls, max("occurredAt") as at
      from jsonb_to_recordset(${uses}::jsonb) as u ("clientId" uuid, "keyNo" int, "occurredAt" timestamptz)
      group by 1, 2)
    insert into api_client_key_usage as k (client_id, key_no, calls, last_used_at)
    select client_id, key_no, calls, at from used order by client_id, key_no
    on conflict (client_id, key_no) do update set calls = k.calls + excluded.calls,
      last_used_at = greatest(k.last_used_at, excluded.last_used_at)`.execute(tx.kysely);
  const clients = [...new Set(proven.map(({ clientId }) => clientId))].sort();
  for (const id of clients) {
    await sql`update api_client set last_used_at = (
      select max(last_used_at) from api_client_key_usage where client_id = ${id}) where id = ${id}`.execute(tx.kysely);
  }
}
