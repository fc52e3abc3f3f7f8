import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BodyOf,
  businessErrors,
  endpoint,
  event,
  idParams,
  listQuery,
  maskedPhone,
  moment,
  pageOf,
  requiredText,
  ruledResource,
  sortable,
  unmaskable,
  version,
  wholePhone,
} from "@ops/platform/contract";
import { type Generated, sql } from "kysely";
import { z } from "zod";
import { type Actor, type DataScope, everything } from "../actor.ts";
import { contains, is, oneOf } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import { asStored, changeRecord, insertRecord, lockRecord, removeRecord, requireRecord } from "../db/record/record.ts";
import { databaseOf, type RecordRow } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { recordFiles } from "../file/kind.ts";
import { type Authenticate, type Authenticated, SessionRefused } from "../http/authenticate.ts";
import { reads, writes } from "../http/route.ts";
import { job } from "../jobs/job.ts";
import { defineModule, on } from "../module.ts";
import { declareTestApp, TestApp, type TestAppOptions } from "../testing.ts";
import { findByWhole, wholePhoneField } from "../unmask/whole-value.ts";

/** A small module that uses every part of the platform, for the platform's own tests. */
interface ProbeColumns extends RecordRow {
  orgId: string;
  ownerId: string;
  name: string;
  phone: string;
  level: string;
  tags: Generated<readonly string[]>;
  facts: Generated<readonly unknown[]>;
  deletedAt: Date | null;
}
const { table } = databaseOf<{ probe: ProbeColumns }>();
export const probes = table("probe", {
  entity: "样本",
  scope: { organization: "orgId", owner: "ownerId" },
  softDelete: true,
  read: "probe:probe:list",
  number: "name",
  json: ["facts"],
  labels: { name: "名称", phone: "手机号", level: "等级" },
  masked: { phone: (text) => `${text.slice(0, 3)}****` },
  ruled: { name: "probe.name", phone: "probe.phone" },
  unmask: unmaskable({ name: "样本", bizType: "probe", code: "probe:probe:unmask", fields: { phone: "手机号" } }),
  mayUnmask: async () => (row) => row.level !== "密",
  unmasksAll: async (tx) => tx.actor.can("probe:probe:edit"),
  wholes: { phone: wholePhoneField },
});
ruledResource({ key: "probe", name: "样本", read: "probe:probe:list", fields: { name: "名称", phone: "手机号" } });

const Probe = z.object({
  id: z.string(),
  name: z.string(),
  phone: maskedPhone,
  level: z.string(),
  createdAt: moment,
  version,
});
export const listProbes = endpoint({
  method: "GET",
  path: "/probe/v1/probes",
  title: "样本列表",
  permission: "probe:probe:list",
  query: listQuery.extend({
    keyword: z.string().trim().max(50).optional(),
    level: z.string().optional(),
    phone: wholePhone.optional(),
    ...sortable("createdAt", "name"),
  }),
  answer: pageOf(Probe),
});
export const getProbe = endpoint({
  method: "GET",
  path: "/probe/v1/probes/{id}",
  title: "样本详情",
  permission: "probe:probe:list",
  params: idParams,
  answer: Probe,
});
export const createProbe = endpoint({
  method: "POST",
  path: "/probe/v1/probes",
  audit: "新建样本",
  permission: "probe:probe:edit",
  body: z.object({
    name: requiredText("名称", 20),
    phone: z.string().max(20),
    level: z.string().max(5).meta({ label: "等级" }),
  }),
  answer: Probe,
});
/** The same for callers without a session. */
export const announceProbe = endpoint({
  ...createProbe,
  path: "/probe/v1/announcements",
  audit: "登记样本",
  permission: "public",
});
export const editProbe = endpoint({
  method: "PUT",
  path: "/probe/v1/probes/{id}",
  audit: "编辑样本",
  permission: "probe:probe:edit",
  params: idParams,
  body: z.object({ name: requiredText("名称", 20), version }),
  answer: Probe,
});
export const removeProbe = endpoint({
  method: "DELETE",
  path: "/probe/v1/probes/{id}",
  audit: "删除样本",
  permission: "probe:probe:edit",
  params: idParams,
  answer: z.literal(true),
});
export const probeRenamed = event("probe.renamed", z.object({ id: z.string(), name: z.string() }), ({ id }) => id);
const probeErrors = businessErrors("PROBE", { taken: "名称{name}不可用" });
const probeJob = job({
  name: "probe.mark",
  payload: z.object({ id: z.string() }),
  run: (work, { id }) =>
    work.step((tx) => sql`update probe set level = 'J' where id = ${id}`.execute(tx.kysely).then()),
});

export const heard: { id: string; name: string }[] = [];
const routes = [
  reads(listProbes, async (tx, { query }) => {
    const ids = query.phone && (await findByWhole(tx, probes, "phone", query.phone));
    return listPage(tx, probes, query, {
      where: [is("level", query.level), contains("name", query.keyword), ids ? oneOf("id", ids) : null],
      orderBy: ["createdAt", "desc"],
    });
  }),
  reads(getProbe, (tx, { params }) => requireRecord(tx, probes, params.id)),
  writes(createProbe, (tx, { body }) => insertProbe(tx, body)),
  writes(announceProbe, (tx, { body }) => insertProbe(tx, body)),
  writes(editProbe, async (tx, { params, body }) => {
    const probe = await lockRecord(tx, probes, params.id, body.version, asStored);
    if (body.name === "禁用") throw probeErrors.taken({ name: body.name });
    const changed = await changeRecord(tx, probes, probe, { name: body.name });
    await tx.publish(probeRenamed, { id: probe.id, name: body.name });
    await tx.enqueue(probeJob, { id: probe.id });
    return changed;
  }),
  writes(removeProbe, async (tx, { params }) => {
    await removeRecord(tx, probes, await lockRecord(tx, probes, params.id, null));
    return true as const;
  }),
];

function insertProbe(tx: Tx, body: BodyOf<typeof createProbe>) {
  const orgId = tx.actor.organizationIds[0] ?? tx.actor.userId;
  return insertRecord(tx, probes, {
    ...body,
    orgId,
    ownerId: tx.actor.userId,
  });
}

const migration = `create table probe (
  id uuid primary key, version int not null, created_at timestamptz not null, created_by uuid not null,
  updated_at timestamptz not null, updated_by uuid not null, deleted_at timestamptz, org_id uuid not null,
  owner_id uuid not null, name text not null, phone text not null, level text not null,
  tags text[] not null default '{}', facts jsonb not null default '[]');
create index probe_newest on probe (created_at desc, id desc) where deleted_at is null;`;

function migrationFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "probe-migrations-"));
  writeFileSync(join(folder, "0001-probe.sql"), migration);
  return folder;
}

export const probeModule = defineModule({
  name: "probe",
  migrations: migrationFolder(),
  routes,
  jobs: [probeJob],
  numbers: [{ kind: "probe", prefix: "TP" }],
  files: [
    recordFiles(probes, { write: "probe:probe:edit" }),
    { bizType: "probeSheet", write: "session", extensions: ["xlsx"] },
  ],
  listeners: [
    on(probeRenamed, { name: "probe.remember", title: "记录样本" }, async (_tx, payload) => {
      if (payload.name === "失败一次" && !heard.some(({ id }) => id === payload.id)) {
        heard.push(payload);
        throw new Error("the first delivery fails");
      }
      heard.push(payload);
    }),
  ],
});

export interface ProbePerson {
  userId: string;
  sessionId?: string;
  organizationId: string;
  permissions: readonly string[];
  scope?: DataScope;
  fieldMode?: Actor["fieldMode"];
  restricted?: boolean;
  readOnly?: boolean;
  /** Further properties of the person and of the session. */
  actor?: Partial<Actor>;
  session?: Partial<Authenticated>;
}

/** Tokens of this authenticator are chosen by the test; everything behind them is the real kernel. */
export class ProbeApp extends TestApp {
  readonly #people: Map<string, ProbePerson>;

  constructor(options: Partial<TestAppOptions> = {}) {
    const people = new Map<string, ProbePerson>();
    super({ modules: [probeModule], authenticate: authenticateBy(people), personName: async () => "张三", ...options });
    this.#people = people;
  }

  admit(token: string, person: ProbePerson): string {
    this.#people.set(token, person);
    return token;
  }
}

function authenticateBy(people: ReadonlyMap<string, ProbePerson>): Authenticate {
  return async (token) => {
    const person = people.get(token ?? "");
    if (!person) throw new SessionRefused("SESSION_UNKNOWN");
    const actor: Actor = {
      userId: person.userId,
      name: "李四",
      sessionId: person.sessionId ?? null,
      organizationIds: [person.organizationId],
      isAdmin: false,
      can: (code) => person.permissions.includes(code),
      mayCall: ({ permission }) => person.permissions.includes(permission),
      scopeOf: () => person.scope ?? everything,
      fieldMode: person.fieldMode ?? null,
      ...person.actor,
    };
    const { restricted = false, readOnly = false } = person;
    return { actor, restricted, readOnly, ...person.session };
  };
}

export function probeApp(options: Partial<TestAppOptions> = {}): ProbeApp {
  return declareTestApp(new ProbeApp(options));
}
