import { presetList } from "@ops/platform/web";
import { PROJECT_PAGE } from "@ops/store/contract";

/** The lists of the page, each with a memory of its own. */
const lists = ["list", "stages"] as const;

/** Lets both tabs of 门店项目 show these projects. */
export function presetProjects(filters: Readonly<Record<string, string>>): void {
  for (const list of lists) presetList(`${PROJECT_PAGE}${list}`, filters);
}
