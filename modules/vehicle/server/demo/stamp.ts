import { demoId, pastStamp } from "@ops/platform/server";

/** Makes the columns that every record has, with one author and one day. The id is derived from the name. */
export type Stamp = (name: string) => ReturnType<ReturnType<typeof stampedAt>>;

export function stampedAt(at: Date, by: string) {
  return (name: string) => ({ id: demoId(name), ...pastStamp(at, by) });
}
