// The limit: a bare node:http + pg server that runs the same SQL with prepared statements and writes the same JSON.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { given, portOf, serveParent, usage } from "../child.ts";
import { type Reader, tokenOf } from "../reader.ts";
import type { Volume } from "../volumes.ts";

const { address, reader, scope } = given<Pick<Volume, "address" | "reader"> & { scope: [string, string] }>();
const people = new Map(Array.from({ length: reader.sessions }, (_, n) => [tokenOf(n), reader]));
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const options = "-c statement_timeout=15000 -c lock_timeout=8000 -c timezone=UTC";
const readers = new pg.Pool({ ...address, max: 10, options: `${options} -c default_transaction_read_only=on` });
const writers = new pg.Pool({ ...address, max: 10, options });
for (const pool of [readers, writers]) pool.on("error", () => undefined);

const inScope = `"bench_lead"."deleted_at" is null and ("bench_lead"."org_id" in (select id from organization where path >= $1 and path < $2))`;
const filters = (query: URLSearchParams) => ["status", "city"].filter((name) => query.has(name));

async function list(query: URLSearchParams): Promise<unknown> {
  const used = filters(query);
  const tests = used.map((name, n) => ` and "bench_lead"."${name}" = $${n + 3}`).join("");
  const values = [...scope, ...used.map((name) => query.get(name))];
  const [pageNo, pageSize] = [Number(query.get("pageNo") ?? 1), Number(query.get("pageSize") ?? 10)];
  const from = `from "bench_lead" where ${inScope}${tests}`;
  const last = values.length;
  const [page, counted] = await Promise.all([
    readers.query({
      name: `list ${used}`,
      text: `select "bench_lead".* ${from} order by "bench_lead"."created_at" desc, "bench_lead"."id" desc limit $${last + 1} offset $${last + 2}`,
      values: [...values, pageSize, (pageNo - 1) * pageSize],
    }),
    readers.query({
      name: `count ${used}`,
      // a literal, as the product has it: PostgreSQL plans a bound that it does not know for the whole table
      text: `select count(*) as "total" from (select 1 as "one" ${from} limit 10001) as "counted"`,
      values,
    }),
  ]);
  const more = counted.rows[0].total > 10_000;
  const total = more ? 10_000 : counted.rows[0].total;
  return { list: page.rows.map(shown), total, totalKind: more ? "atLeast" : "exact", pageNo, pageSize };
}

async function detail(id: string): Promise<unknown> {
  const { rows } = await readers.query({
    name: "detail",
    text: `select "bench_lead".* from "bench_lead" where "bench_lead"."id" = $3 and ${inScope}`,
    values: [...scope, id],
  });
  return shown(rows[0]);
}

const created = ["id", "version", "created_at", "created_by", "updated_at", "updated_by", "org_id", "owner_id"];
const typed = {
  lead_no: "leadNo",
  customer_name: "customerName",
  phone: "phone",
  gender: "gender",
  city: "city",
  level: "level",
  status: "status",
  source: "source",
  model: "model",
  budget_fen: "budgetFen",
  remark: "remark",
};
const insertLead = insert("bench_lead", [...created, ...Object.keys(typed)]);
const insertAudit = insert(
  "audit_log",
  "id occurred_at actor_id actor_name actor_org_id session_id ip module biz_type biz_id biz_no action action_name summary diffs reason source result trace_id".split(
    " ",
  ),
);

function insert(table: string, columns: string[]): string {
  return `insert into "${table}" (${columns.join(", ")}) values (${columns.map((_, n) => `$${n + 1}`).join(", ")})`;
}

async function create(person: Reader, body: Record<string, unknown>) {
  const client = await writers.connect();
  const [id, now] = [randomUUID(), new Date()];
  const stamps = [id, 1, now, person.userId, now, person.userId, person.organizationId, person.userId];
  const diffs = Object.entries(body)
    .slice(0, 6)
    .map(([field, after]) => ({ bizType: "benchLead", bizId: id, field, label: "线索编号", before: null, after }));
  try {
    await client.query("begin");
    const values = [...stamps, ...Object.values(typed).map((name) => body[name])];
    const { rows } = await client.query({ name: "insert", text: `${insertLead} returning *`, values });
    const facts = [
      id,
      now,
      person.userId,
      person.name,
      person.organizationId,
      person.userId,
      "127.0.0.1",
      "bench",
      "benchLead",
    ];
    const action = [id, body["leadNo"], "POST /bench/v1/leads", "新建线索", null, JSON.stringify(diffs), null];
    await client.query({
      name: "audit",
      text: insertAudit,
      values: [...facts, ...action, "WEB", "SUCCESS", randomUUID()],
    });
    await client.query("commit");
    return shown(rows[0]);
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

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const person = people.get(request.headers.authorization ?? "");
  if (!person) throw new Error("unknown token");
  if (request.method === "POST") return create(person, await bodyOf(request));
  const [path = "", search = ""] = (request.url ?? "").split("?");
  return path === "/bench/v1/leads" ? list(new URLSearchParams(search)) : detail(path.slice(path.lastIndexOf("/") + 1));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const head = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, head).end(text);
}

const server = createServer((request, response) => {
  answer(request).then(
    (data) => send(response, 200, { success: true, msg: "", msgCode: "", data }),
    (error) => send(response, 500, { success: false, msg: String(error) }),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
serveParent(
  { port: portOf(server) },
  async () => usage(),
  async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([readers.end(), writers.end()]);
  },
);
