import type { MenuLine } from "@ops/platform/web";

/** The properties that every widget of the home page gets. */
export interface WidgetProps {
  readonly title: string;
  /** The pages that the user may open. */
  readonly pages: readonly MenuLine[];
}
