import { refTo } from "@ops/platform/server";
import { SeriesRef } from "../../contract/index.ts";
import { type SeriesRow, series } from "./tables.ts";

/** Finds series of the catalogue. A series that is 停用 carries a note. */
export const seriesRefs = refTo(SeriesRef, series, {
  name: "seriesName",
  notes: async (_tx, rows: readonly SeriesRow[]) =>
    new Map(rows.map(({ id, status }) => [id, status === "ENABLED" ? null : "已停用"])),
  orderBy: ["sort", "asc"],
});
