import { demoId } from "@ops/platform/server";

/** The columns of every record, made by one person on one day; the name gives the id. */
export type Stamp = (name: string) => ReturnType<ReturnType<typeof stampedAt>>;

export function stampedAt(at: Date, by: string) {
  return (name: string) => ({
    id: demoId(name),
    version: 1,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  });
}
