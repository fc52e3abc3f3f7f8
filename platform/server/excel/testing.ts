import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type AnswerOf, getTaskFile, listTasks, type QueryOf, sheet, type Task } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import { everything } from "../actor.ts";
import { newId } from "../crypto.ts";
import { contains, is } from "../db/condition.ts";
import type { Tx } from "../db/tx.ts";
import { wholeList } from "../db/whole-list.ts";
import { listProbes, type ProbeApp, type ProbePerson, probeApp, probeModule, probes } from "../probe.ts";
import { addressOf } from "../testing.ts";
import type { ImportSource } from "./import-source.ts";
import { exportsList } from "./source.ts";

const probeSheet = sheet({
  key: "probe.probe",
  name: "样本列表",
  list: listProbes,
  path: "/probe/v1/probes/export",
  permission: "probe:probe:export",
  columns: {
    name: { title: "名称", width: 20 },
    phone: "手机号",
    level: { title: "等级", words: { A: "甲", B: "乙" } },
    createdAt: "创建时间",
    version: "版本",
  },
  filters: { keyword: "关键字", level: { title: "等级", words: { A: "甲" } } },
});

export const LIST = "probe:probe:list";
export const EXPORT = "probe:probe:export";

const endlessSheet = sheet({
  key: "probe.endless",
  name: "超多样本",
  list: listProbes,
  path: "/probe/v1/probes/endless/export",
  permission: "probe:probe:export",
  columns: { name: "名称" },
  filters: {},
});

/** The same rows, of which holders of the code may have the phones in clear. */
const plainSheet = sheet({
  key: "probe.plain",
  name: "明文样本",
  list: listProbes,
  path: "/probe/v1/probes/plain/export",
  permission: "probe:probe:export",
  columns: { name: "名称", phone: "手机号" },
  filters: { level: "等级" },
  plain: { bizType: "probe", code: "probe:probe:unmask", fields: { phone: "手机号" } },
});

/** One row more than any file takes; nobody reads them. */
const endless = exportsList(endlessSheet, () => ({
  count: async (most) => most + 1,
  chunks: () => {
    throw new Error("a list that is too long is not read");
  },
}));

/** Whoever exports while it is closed waits here. */
export const gate = { open: Promise.resolve() as Promise<void> };

function rows(tx: Tx, query: QueryOf<typeof listProbes>) {
  const where = [is("level", query.level), contains("name", query.keyword)];
  const list = wholeList(tx, probes, query, {
    where,
    orderBy: ["createdAt", "desc"],
    show: async (_tx, found) => found,
  });
  return {
    count: list.count,
    chunks: async function* () {
      for await (const chunk of list.chunks()) {
        await gate.open;
        yield chunk;
      }
    },
  };
}

const people = new Map<string, ProbePerson>();

/** The probe module with an export, and with somebody who knows who people are. */
const exportingModule = {
  ...probeModule,
  exports: [exportsList(probeSheet, rows), exportsList(plainSheet, rows), endless],
  actorOf: async (_tx: Tx, userId: string, organizationIds: readonly string[]) => {
    const person = people.get(userId);
    return person && organizationIds.includes(person.organizationId)
      ? { actor: actorOf(person), place: "浦东店(店长)" }
      : null;
  },
};

export function exportApp(background: boolean, imports: readonly ImportSource[] = []): ProbeApp {
  return probeApp({ modules: [{ ...exportingModule, imports }], background });
}

function actorOf(person: ProbePerson): Actor {
  return {
    userId: person.userId,
    name: "李四",
    sessionId: null,
    isAdmin: false,
    organizationIds: [person.organizationId],
    can: (code) => person.permissions.includes(code),
    mayCall: ({ permission }) => person.permissions.includes(permission),
    scopeOf: () => person.scope ?? everything,
    fieldMode: person.fieldMode ?? null,
  };
}

export interface Exporter extends ProbePerson {
  readonly token: string;
}

/** Somebody who may list and export; `change` gives and takes rights afterwards. */
export function givenExporter(app: ProbeApp, with_: Partial<ProbePerson> = {}): Exporter {
  const person = { userId: newId(), organizationId: newId(), permissions: [LIST, EXPORT], ...with_ };
  people.set(person.userId, person);
  return { ...person, token: app.admit(newId(), person) };
}

export function change(app: ProbeApp, { token, ...person }: Exporter, changes: Partial<ProbePerson>): void {
  people.set(person.userId, { ...person, ...changes });
  app.admit(token, { ...person, ...changes });
}

const COLUMNS = probeSheet.columns.map(({ key }) => key);

export function submit(app: ProbeApp, { token }: Exporter, query: Record<string, string> = {}, columns = COLUMNS) {
  return app.call(probeSheet.export, { body: { query, columns } }, { token });
}

export function submitPlain(app: ProbeApp, { token }: Exporter, query: Record<string, string>, reason?: string) {
  const body = { query, columns: ["name", "phone"], ...(reason ? { plain: true, reason } : {}) };
  return app.call(plainSheet.export, { body }, { token });
}

export function submitEndless(app: ProbeApp, { token }: Exporter) {
  return app.call(endlessSheet.export, { body: { query: {}, columns: ["name"] } }, { token });
}

export async function myTasks(app: ProbeApp, { token }: Exporter): Promise<AnswerOf<typeof listTasks>["list"]> {
  return (await app.call(listTasks, { query: {} }, { token })).data.list;
}

/** Waits until a task is over. */
export async function finished(app: ProbeApp, who: Exporter, id: string): Promise<Task> {
  for (let tries = 0; tries < 400; tries++) {
    const task = (await myTasks(app, who)).find((one) => one.id === id);
    if (task && task.status !== "QUEUED" && task.status !== "RUNNING") return task;
    await sleep(50);
  }
  assert.fail("the task did not end");
}

/** What the download of an endpoint answers. */
export async function fetched(app: ProbeApp, who: Exporter, path: string) {
  const response = await fetch(app.origin + path, { headers: { authorization: who.token, applicationid: "1" } });
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

export const filePath = (id: string, part: "result" | "fail" = "result") =>
  addressOf(getTaskFile, { params: { id }, query: { part } });
