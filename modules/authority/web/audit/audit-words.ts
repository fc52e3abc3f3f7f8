import { auditSources } from "@ops/authority/contract";
import { type AuditLog, siteMap } from "@ops/platform/contract";

export const moduleOptions = [
  ...siteMap.map(({ key, title }) => ({ value: key, label: title })),
  { value: "platform", label: "平台" },
];

export function moduleName(key: string): string {
  return moduleOptions.find(({ value }) => value === key)?.label ?? key;
}

export function sourceName(source: string): string {
  return Object.entries(auditSources).find(([key]) => key === source)?.[1] ?? source;
}

/** What an entry is about: the kind of record and its number. Kinds without a Chinese name are not shown. */
export function subjectOf({ bizType, bizTypeName, bizNo }: AuditLog): string {
  const kind = bizType === bizTypeName ? "" : bizTypeName;
  return [kind, bizNo].filter(Boolean).join(" ") || "-";
}
