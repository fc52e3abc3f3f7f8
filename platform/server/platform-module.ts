import { join } from "node:path";
import { sql } from "kysely";
import { tellDueAnnouncements } from "./announcement/service.ts";
import { approvalTodo, boxRoutes } from "./approval/boxes.ts";
import { chainRoute } from "./approval/chain.ts";
import { delegationRoutes } from "./approval/delegate.ts";
import { levelTimer } from "./approval/due.ts";
import { askAnew, unmannedRoutes, unmannedTodo } from "./approval/unmanned.ts";
import { approvalWork } from "./approval/work.ts";
import { makeAuditMonths } from "./audit/write.ts";
import { partialResultDue } from "./batch/result.ts";
import { dictEntryImport } from "./dict/import.ts";
import { importFiles } from "./excel/import/imports.ts";
import { exportMaxRows } from "./excel/run-export.ts";
import { figureRoutes, figuresDue, figuresNightly, figuresToday } from "./figures/day-figure.ts";
import { stagesFold, stagesMend } from "./figures/keep-stages.ts";
import { ADDRESS_SECRET } from "./file/address.ts";
import { fileRoutes } from "./file/routes.ts";
import { purgeFiles, uploadDailyMb } from "./file/service.ts";
import { holidayImport } from "./holiday/import.ts";
import { missingHolidays } from "./holiday/missing.ts";
import * as holidays from "./holiday/service.ts";
import { handlersOf } from "./http/handlers-of.ts";
import { forgetDone } from "./jobs/forget.ts";
import { schedule } from "./jobs/job.ts";
import { mapPerMinute } from "./lbs/bounded-map.ts";
import { regionImport } from "./lbs/import.ts";
import { loadRegions } from "./lbs/load-regions.ts";
import { cityRefs } from "./lbs/refs.ts";
import { regionRoutes } from "./lbs/routes.ts";
import { defineModule } from "./module.ts";
import { carryNotice } from "./notice/carrier.ts";
import { noticeRoutes } from "./notice/routes.ts";
import { forgetOldNotices, noticeKeepDays } from "./notice/service.ts";
import { forgetOldCalls, outsideTodo } from "./outside/calls.ts";
import { refRoutes } from "./refs/routes.ts";
import * as savedFilters from "./saved-filter/service.ts";
import { auditKeepMonths, dropOldMonths } from "./seal/drop.ts";
import { sealAudit } from "./seal/seal.ts";
import { verifyAudit } from "./seal/verify.ts";
import { sharedSecret } from "./secret/secrets.ts";
import { taskFiles } from "./task/download.ts";
import { keepDays } from "./task/finish.ts";
import { taskExpiry, taskSweep } from "./task/job.ts";
import { fileAlikes, fileValues } from "./unmask/file-values.ts";
import { unmaskRoutes } from "./unmask/routes.ts";
import { maskDailyLimit } from "./unmask/service.ts";
import { searchMisses } from "./unmask/tries.ts";

const cleanUp = schedule({
  name: "platform.cleanUp",
  title: "清理过期的临时数据",
  at: { everySeconds: 600 },
  run: (work) =>
    work.step(async (tx) => {
      const database = tx.kysely;
      await sql`delete from idempotency_key where created_at < ${tx.now}::timestamptz - interval '24 hours'`.execute(
        database,
      );
      await sql`delete from rate_counter where window_start < ${tx.now}::timestamptz - interval '1 day'`.execute(
        database,
      );
      await sql`delete from live_event where created_at < ${tx.now}::timestamptz - interval '10 minutes'`.execute(
        database,
      );
      await forgetOldNotices(tx);
      await forgetDone(tx);
      await forgetOldCalls(tx);
      await sql`delete from event_outbox e where created_at < ${tx.now}::timestamptz - interval '30 days'
        and not exists (select 1 from event_delivery d where d.event_id = e.id and d.done_at is null)`.execute(
        database,
      );
    }),
});

const auditMonths = schedule({
  name: "platform.auditMonths",
  title: "建立与清理日志月份",
  at: "0 1 * * *",
  run: async (work) => {
    await work.step(makeAuditMonths);
    await dropOldMonths(work);
  },
});

const announcementsDue = schedule({
  name: "platform.announcementsDue",
  title: "发布到期的公告",
  at: { everySeconds: 60 },
  run: (work) => work.step(tellDueAnnouncements),
});

const filePurge = schedule({
  name: "platform.filePurge",
  title: "清理未使用的附件",
  at: { everySeconds: 3_600 },
  run: purgeFiles,
});

const auditSeal = schedule({
  name: "platform.auditSeal",
  title: "封存操作日志",
  at: { everySeconds: 60 },
  run: sealAudit,
});
const auditVerify = schedule({
  name: "platform.auditVerify",
  title: "校验操作日志",
  at: "0 3 * * *",
  run: verifyAudit,
});

/** The platform itself as a module. */
export const platformModule = defineModule({
  name: "platform",
  migrations: join(import.meta.dirname, "migrations"),
  routes: [
    ...regionRoutes,
    ...noticeRoutes,
    ...fileRoutes,
    ...unmaskRoutes,
    ...refRoutes,
    ...boxRoutes,
    chainRoute,
    ...delegationRoutes,
    ...unmannedRoutes,
    ...figureRoutes,
    ...handlersOf(holidays),
    ...handlersOf(savedFilters),
  ],
  listeners: [carryNotice],
  jobs: [partialResultDue, figuresDue],
  timers: [levelTimer],
  todos: [approvalTodo, unmannedTodo, outsideTodo],
  workInHand: [approvalWork],
  schedules: [
    cleanUp,
    auditMonths,
    announcementsDue,
    filePurge,
    auditSeal,
    auditVerify,
    taskSweep,
    taskExpiry,
    missingHolidays,
    askAnew,
    stagesFold,
    stagesMend,
    figuresToday,
    figuresNightly,
  ],
  params: [
    auditKeepMonths,
    noticeKeepDays,
    maskDailyLimit,
    searchMisses,
    fileAlikes,
    fileValues,
    uploadDailyMb,
    exportMaxRows,
    keepDays,
    mapPerMinute,
  ],
  numbers: [
    { kind: "announcement", prefix: "GG", name: "公告" },
    { kind: "export", prefix: "DC", name: "导出任务" },
    { kind: "import", prefix: "DR", name: "导入任务" },
    { kind: "batch", prefix: "PL", name: "批量任务" },
  ],
  files: [taskFiles, importFiles],
  refs: [cityRefs],
  imports: [dictEntryImport, regionImport, holidayImport],
  onStart: async (tx) => {
    await makeAuditMonths(tx);
    await loadRegions(tx);
    await sharedSecret(tx.kysely, ADDRESS_SECRET, 32);
  },
});
