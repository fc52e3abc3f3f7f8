import { endpoint, idParams, listQuery, moment, oneOf, pageOf, shape } from "@ops/platform/contract";
import { z } from "zod";

const Called = z.object({ method: z.string(), path: z.string(), name: z.string(), permissionCode: z.string() });

/** Who gains or loses an interface when its code changes with a release (AU-R46). */
export const CodeImpact = z.object({
  gained: z.int(),
  lost: z.int(),
  /** The first few of them whom the reader may know. */
  gainedNames: z.array(z.string()),
  lostNames: z.array(z.string()),
});
export type CodeImpact = z.output<typeof CodeImpact>;

export const SyncDetails = z.object({
  added: z.array(Called),
  changed: z.array(
    Called.extend({
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      impact: CodeImpact.nullable(),
    }),
  ),
  removed: z.array(Called),
  returned: z.array(Called),
});
export type SyncDetails = z.output<typeof SyncDetails>;

export const syncKinds = { START: "启动同步", MANUAL: "手动同步" } as const;
export const syncStates = { DONE: "成功", FAILED: "失败" } as const;

export const SyncRunShape = shape("interfaceSyncRun", "接口同步", {
  appVersion: z.string(),
  kind: oneOf(syncKinds),
  status: oneOf(syncStates),
  added: z.int().meta({ label: "新增" }),
  changed: z.int().meta({ label: "变更" }),
  removed: z.int().meta({ label: "下线" }),
  returned: z.int().meta({ label: "恢复" }),
  /** Interfaces that anybody may call without signing in and that were not there before (AU-R49). */
  newPublic: z.int(),
  error: z.string().nullable(),
});

export const InterfaceSyncRun = SyncRunShape.answer({ startedAt: moment, startedByName: z.string() }).omit({
  version: true,
});
export type InterfaceSyncRun = z.output<typeof InterfaceSyncRun>;

export const listSyncRuns = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/syncRuns",
  title: "接口同步记录",
  permission: "authority:interface:list",
  query: listQuery,
  answer: pageOf(InterfaceSyncRun),
});

export const getSyncRun = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/syncRuns/{id}",
  title: "接口同步差异",
  permission: "authority:interface:list",
  params: idParams,
  answer: InterfaceSyncRun.extend({ details: SyncDetails }),
});

export const syncInterfaces = endpoint({
  method: "POST",
  path: "/user/v1/interfaces/sync",
  audit: "同步接口目录",
  permission: "authority:interface:sync",
  answer: InterfaceSyncRun,
});
