import { callsOf, endpoint, idParams, listQuery, moment, oneOf, pageOf, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { InterfaceShape, interfaceFrame } from "./shape.ts";

const Called = z.object({ method: z.string(), path: z.string(), name: z.string(), permissionCode: z.string() });

/** The people who gain or lose an interface when a release changes its code (AU-R46). */
export const CodeImpact = z.object({
  gained: z.int(),
  lost: z.int(),
  /** The first few of these people whom the reader may see. */
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
  appVersion: withMeta(z.string(), { label: "应用版本" }),
  kind: oneOf(syncKinds).meta({ label: "方式" }),
  status: oneOf(syncStates).meta({ label: "结果", isState: true }),
  added: withMeta(z.int(), { label: "新增" }),
  changed: withMeta(z.int(), { label: "变更" }),
  removed: withMeta(z.int(), { label: "下线" }),
  returned: withMeta(z.int(), { label: "恢复" }),
  /** New interfaces that anybody may call without signing in (AU-R49). */
  newPublic: withMeta(z.int(), { label: "新增公开接口" }),
  error: withMeta(z.string().nullable(), { label: "失败原因" }),
});

export const InterfaceSyncRun = SyncRunShape.answer({
  startedAt: moment.meta({ label: "开始时间" }),
  startedByName: withMeta(z.string(), { label: "操作人" }),
}).omit({
  version: true,
});
export type InterfaceSyncRun = z.output<typeof InterfaceSyncRun>;

const calls = callsOf(InterfaceShape, interfaceFrame);

export const listSyncRuns = calls.beside("sync-runs", "接口同步记录", {
  query: listQuery,
  answer: pageOf(InterfaceSyncRun),
});
export const getSyncRun = endpoint({
  ...calls.beside("sync-runs/{id}", "接口同步差异", { answer: InterfaceSyncRun.extend({ details: SyncDetails }) }),
  params: idParams,
});

export const syncInterfaces = endpoint({
  method: "POST",
  path: "/user/v1/interfaces/sync",
  audit: "同步接口目录",
  permission: "authority:interface:sync",
  answer: InterfaceSyncRun,
});
