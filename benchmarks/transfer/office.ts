import { setTimeout as sleep } from "node:timers/promises";
import { type Envelope, IMPORT_BIZ_TYPE, type ImportDraft, listTasks, type Task } from "@ops/platform/contract";
import { leadColumns } from "../lead.ts";

const LONGEST_MS = 600_000;
/** Seldom enough not to be work of its own. */
const POLL_MS = 100;
const columns = Object.keys(leadColumns);

/** Somebody who exports and imports by the calls of the console. */
export class Office {
  readonly #origin: string;
  readonly #token: string;

  constructor(port: number, token: string) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.#token = token;
  }

  /** Leads that were made on these days. */
  async export(createdAt: string): Promise<string> {
    const task = await this.#call<Task>("/bench/v1/leads/export", { query: { createdAt }, columns });
    return task.id;
  }

  /** Uploads, lets check and confirms. */
  async import(kind: string, file: Buffer): Promise<string> {
    return this.confirm(await this.check(kind, await this.upload(file)));
  }

  async upload(file: Buffer): Promise<string> {
    const form = new FormData();
    form.append("bizType", IMPORT_BIZ_TYPE);
    form.append("file", new Blob([new Uint8Array(file)]), "benchmark.xlsx");
    return (await this.#call<{ id: string }>("/common/v1/files", form)).id;
  }

  /** Answers the draft; every row has to get in. */
  async check(kind: string, fileId: string): Promise<string> {
    const path = `/common/v1/excel/imports/${kind}/check`;
    const { id, summary, total, valid } = await this.#call<ImportDraft>(path, { fileId });
    if (valid !== total) throw new Error(summary);
    return id;
  }

  /** Answers the task that writes what was checked. */
  async confirm(draftId: string): Promise<string> {
    return (await this.#call<Task>(`/common/v1/excel/imports/${draftId}/confirm`, {})).id;
  }

  /** Waits until a task is over; answers how many rows it had. */
  async finished(id: string): Promise<number> {
    const deadline = performance.now() + LONGEST_MS;
    while (performance.now() < deadline) {
      const { list } = await this.#call<{ list: Task[] }>(`${listTasks.path}?pageSize=20`);
      const task = list.find((one) => one.id === id);
      if (task?.status === "SUCCESS") return task.total ?? 0;
      if (task && task.status !== "QUEUED" && task.status !== "RUNNING") throw new Error(task.errorMsg ?? task.status);
      await sleep(POLL_MS);
    }
    throw new Error("a task does not end");
  }

  async #call<T>(path: string, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const headers = { authorization: this.#token, applicationId: "1" };
    const response = await fetch(this.#origin + path, {
      method: body ? "POST" : "GET",
      headers: { ...headers, ...(body && !isForm ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const { success, msg, data }: Envelope<T> = await response.json();
    if (!success) throw new Error(`${path}: ${msg}`);
    return data;
  }
}
