// What the servers beside the product have in common: the product's own SQL with prepared statements, and the same JSON.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { type CallKind, type Captured, type Inputs, listInputs, valuesFor } from "../captured.ts";
import { given } from "../child.ts";
import { tokenOf } from "../reader.ts";
import type { Volume } from "../volumes.ts";

const { address, reader, captured } = given<Pick<Volume, "address" | "reader"> & { captured: Captured }>();
const tokens = new Set(Array.from({ length: reader.sessions }, (_, n) => tokenOf(n)));
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const options = "-c statement_timeout=15000 -c lock_timeout=8000 -c timezone=UTC";
const readers = new pg.Pool({ ...address, max: 10, options: `${options} -c default_transaction_read_only=on` });
const writers = new pg.Pool({ ...address, max: 10, options });
for (const pool of [readers, writers]) pool.on("error", () => undefined);

type Rows = Record<string, unknown>[];

/** The statements of a call as the driver takes them: prepared under a name of their own. */
function queriesOf(kind: CallKind, inputs: Inputs): pg.QueryConfig[] {
  const made = new Map<number, string>();
  const newIds = (number: number) => {
    const id = made.get(number) ?? randomUUID();
    made.set(number, id);
    return id;
  };
  const now = new Date();
  return captured[kind].map((statement, n) => ({
    name: `${kind} ${n}`,
    text: statement.text,
    values: valuesFor(statement, { inputs, now, newIds }),
  }));
}

/** Reads go side by side, each on a connection of its own, as in the product. */
async function read(kind: CallKind, inputs: Inputs): Promise<Rows[]> {
  const results = await Promise.all(queriesOf(kind, inputs).map((query) => readers.query(query)));
  return results.map(({ rows }) => rows);
}

async function list(query: URLSearchParams): Promise<unknown> {
  const inputs = listInputs(query);
  const [page = [], [counted] = []] = await read(query.has("status") ? "filtered" : "unfiltered", inputs);
  const total = Number(counted?.["total"]);
  const [pageNo, pageSize] = [Number(query.get("pageNo") ?? 1), inputs["pageSize"]];
  const more = total > 10_000;
  const kind = more ? { total: 10_000, totalKind: "atLeast" } : { total, totalKind: "exact" };
  return { list: page.map(shown), ...kind, pageNo, pageSize };
}

async function detail(id: string): Promise<unknown> {
  const [[row = {}] = []] = await read("detail", { id });
  return shown(row);
}

async function create(body: Inputs): Promise<unknown> {
  const client = await writers.connect();
  try {
    await client.query("begin");
    const answers: Rows[] = [];
    for (const query of queriesOf("create", body)) answers.push((await client.query(query)).rows);
    await client.query("commit");
    return shown(answers.flat()[0] ?? {});
  } finally {
    client.release();
  }
}

function shown(row: Record<string, unknown>) {
  return {
    id: row["id"],
    version: row["version"],
    leadNo: row["lead_no"],
    customerName: row["customer_name"],
    phone: `${String(row["phone"]).slice(0, 3)}****${String(row["phone"]).slice(-4)}`,
    gender: row["gender"],
    city: row["city"],
    level: row["level"],
    status: row["status"],
    source: row["source"],
    model: row["model"],
    budgetFen: row["budget_fen"],
    remark: row["remark"],
    orgId: row["org_id"],
    ownerId: row["owner_id"],
    createdAt: wireTime(row["created_at"] as Date),
    updatedAt: wireTime(row["updated_at"] as Date),
  };
}

function wireTime(instant: Date): string {
  return new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  /** Read by those that need it alone. */
  body(): Promise<Inputs>;
}

export async function answer({ method, url, token, body }: Asked): Promise<unknown> {
  if (!tokens.has(token ?? "")) throw new Error("unknown token");
  if (method === "POST") return create(await body());
  const [path = "", search = ""] = url.split("?");
  return path === "/bench/v1/leads" ? list(new URLSearchParams(search)) : detail(path.slice(path.lastIndexOf("/") + 1));
}

export async function endPools(): Promise<void> {
  await Promise.all([readers.end(), writers.end()]);
}
