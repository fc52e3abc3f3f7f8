import type { MenuLine } from "@ops/platform/web";

/** What every widget of the home page gets. */
export interface WidgetProps {
  readonly title: string;
  /** The pages that the user may open. */
  readonly pages: readonly MenuLine[];
}
