import { z } from "zod";

export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const MAX_PAGE_SIZE = 100;
/** Rows that can be reached by page number; further ones by a narrower filter or an export (PF-R85). */
export const REACHABLE_ROWS = 10_000;

export const listQuery = z.object({
  pageNo: z.coerce.number<number | string>().int().min(1).default(1).meta({ label: "页码" }),
  pageSize: z.coerce
    .number<number | string>()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
    .meta({ label: "每页条数" }),
});

/** The columns a list may be sorted by; nothing else reaches the database. */
export function sortable<const C extends readonly [string, ...string[]]>(...columns: C) {
  return {
    sortBy: z.enum(columns).optional().meta({ label: "排序字段" }),
    sortOrder: z.enum(["asc", "desc"]).optional().meta({ label: "排序方向" }),
  };
}

/** The properties that page and sort a list. All others in its query are filters. */
export const pagingNames: ReadonlySet<string> = new Set(["pageNo", "pageSize", "sortBy", "sortOrder"]);

export interface ListQuery {
  pageNo: number;
  pageSize: number;
  sortBy?: string | undefined;
  sortOrder?: "asc" | "desc" | undefined;
}

/**
 * A page with its total, which is exact up to 10,000 rows. Beyond that `total` is 10,000 and `totalKind` tells that
 * there are more.
 */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    list: z.array(row),
    total: z.int(),
    totalKind: z.enum(["exact", "atLeast"]),
    pageNo: z.int(),
    pageSize: z.int(),
  });
}

export interface Page<T> {
  list: T[];
  total: number;
  totalKind: "exact" | "atLeast";
  pageNo: number;
  pageSize: number;
}

/** The page to show after `removed` rows have gone (PF-R86). */
export function pageAfterRemoval(at: { total: number; removed: number; pageNo: number; pageSize?: number }): number {
  const pageSize = at.pageSize ?? DEFAULT_PAGE_SIZE;
  return Math.min(at.pageNo, Math.max(1, Math.ceil((at.total - at.removed) / pageSize)));
}
