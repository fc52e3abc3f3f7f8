import { slot } from "@ops/platform/web";
import type { WidgetProps } from "./widget-props.ts";

/** The size of a widget, and when it is loaded. */
export interface WidgetSize {
  /** How many of the grid's twelve columns, and how many of its rows, the widget takes. */
  readonly cols: 4 | 8;
  readonly rows: 2 | 3 | 5;
  /** The widget is loaded only when it comes into sight, so that the first paint does not wait for what is further down. */
  readonly whenSeen?: true;
}

/** The widgets that other modules add. Their servers declare the same keys under `homeWidgets` (PF-R129). */
export const homeWidgets = slot<WidgetProps, WidgetSize>();
