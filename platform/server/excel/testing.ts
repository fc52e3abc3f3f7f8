import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type AnswerOf, getTaskFile, listTasks, type QueryOf, sheet, type Task } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import { everything } from "../actor.ts";
import { contains, is } from "../db/list/condition.ts";
import { wholeList } from "../db/list/whole-list.ts";
import type { Tx } from "../db/tx.ts";
import type { Route } from "../http/route.ts";
import type { Module } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { listProbes, type ProbeApp, type ProbePerson, probeApp, probeModule, probes } from "../start/probe.ts";
import { addressOf } from "../testing.ts";
import type { ImportSource } from "./import/import-source.ts";
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

/** The same rows, with phones in clear text for people who have the permission. */
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

/** One row more than any file takes. The rows are never read. */
const endless = exportsList(endlessSheet, () => ({
  count: async (most) => most + 1,
  chunks: () => {
    throw new Error("a list that is too long is not read");
  },
}));

/** Exports wait here while the gate is closed. */
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

/** The list of probes with its export. */
export const probeRows = exportsList(probeSheet, rows);

const people = new Map<string, ProbePerson>();

/** The probe module with an export and a lookup of people. */
const exportingModule = {
  ...probeModule,
  exports: [probeRows, exportsList(plainSheet, rows), endless],
  actorOf: async (_tx: Tx, userId: string, organizationIds: readonly string[]) => {
    const person = people.get(userId);
    return person && organizationIds.includes(person.organizationId)
      ? { actor: actorOf(person), place: "浦东店(店长)" }
      : null;
  },
};

export function exportApp(
  background: boolean,
  imports: readonly ImportSource[] = [],
  more: Pick<Module, "batches" | "approvalFlows" | "staffing"> & { routes?: readonly Route[] } = {},
): ProbeApp {
  const routes = [...exportingModule.routes, ...(more.routes ?? [])];
  return probeApp({ modules: [{ ...exportingModule, imports, ...more, routes }], background });
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

/** Makes a person who may list and export. `change` grants and removes rights afterwards. */
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
export async function waitForTask(app: ProbeApp, who: Exporter, id: string): Promise<Task> {
  for (let tries = 0; tries < 400; tries++) {
    const task = (await myTasks(app, who)).find((one) => one.id === id);
    if (task && task.status !== "QUEUED" && task.status !== "RUNNING") return task;
    await sleep(50);
  }
  assert.fail("the task did not end");
}

/** Downloads from an endpoint and answers the response. */
export async function fetchDownload(app: ProbeApp, who: Exporter, path: string) {
  const response = await fetch(app.origin + path, { headers: { authorization: who.token, applicationid: "1" } });
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

export const filePath = (id: string, part: "result" | "fail" = "result") =>
  addressOf(getTaskFile, { params: { id }, query: { part } });
