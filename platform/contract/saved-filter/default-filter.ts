import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** The filters with which the reader's lists open (PF-R131). */
export const DefaultFilters = z.array(z.object({ list: z.string(), filters: z.record(z.string(), z.string()) }));

/** Lists the default filters. They come with the session, and are loaded again after a change. */
export const listDefaultFilters = endpoint({
  method: "GET",
  path: "/common/v1/saved-filters/defaults",
  title: "默认的常用筛选",
  permission: "session",
  answer: DefaultFilters,
});
