import { auditSources, moduleNames } from "@ops/authority/contract";

export const moduleOptions = Object.entries(moduleNames).map(([value, label]) => ({ value, label }));

export const moduleName = (key: string): string => moduleNames[key] ?? key;

export function sourceName(source: string): string {
  return Object.entries(auditSources).find(([key]) => key === source)?.[1] ?? source;
}
