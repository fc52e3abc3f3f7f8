import * as contract from "@ops/platform/contract";
import { downloads, type Route, reads, writes } from "../http/route.ts";
import { cancelAny, cancelMine, clearExpired, pauseTask, removeTask, resumeTask, retryTask } from "./change.ts";
import { noteDownload, taskFile, zipTaskFiles } from "./download.ts";
import { countUnread, listAllTasks, listTasks, listTaskTypes, readTasks } from "./mine.ts";
import type { TaskWork } from "./work.ts";

export function taskRoutes(around: TaskWork): Route[] {
  return [
    reads(contract.listTasks, (tx, { query }) => listTasks(tx, query)),
    reads(contract.listAllTasks, (tx, { query }) => listAllTasks(tx, query)),
    reads(contract.listTaskTypes, async () => listTaskTypes(around)),
    reads(contract.countUnreadTasks, (tx) => countUnread(tx)),
    writes(contract.readTasks, (tx) => readTasks(tx)),
    writes(contract.cancelTask, (tx, { params }) => cancelMine(tx, params.id)),
    writes(contract.cancelAnyTask, (tx, { params }) => cancelAny(tx, params.id)),
    writes(contract.pauseTask, (tx, { params }) => pauseTask(tx, params.id)),
    writes(contract.resumeTask, (tx, { params }) => resumeTask(tx, params.id)),
    writes(contract.retryTask, (tx, { params }) => retryTask(tx, params.id)),
    writes(contract.removeTask, (tx, { params }) => removeTask(tx, params.id)),
    writes(contract.clearExpiredTasks, (tx) => clearExpired(tx)),
    downloads(
      contract.getTaskFile,
      (tx, { params, query }) => taskFile(tx, around, params.id, query.part),
      (tx, { params, query }) => noteDownload(tx, around, [params.id], query.part),
    ),
    downloads(
      contract.getTaskFiles,
      (tx, { query }) => zipTaskFiles(tx, around, query.ids),
      (tx, { query }) => noteDownload(tx, around, query.ids, "result"),
    ),
  ];
}
