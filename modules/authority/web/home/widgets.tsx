import type { HomeWidgetKey } from "@ops/authority/contract";
import { type ComponentType, lazy } from "react";
import type { WidgetProps } from "./widget-props.ts";
import { AnnouncementsWidget } from "./widgets/AnnouncementsWidget.tsx";
import { DevicesWidget } from "./widgets/DevicesWidget.tsx";
import { DownloadsWidget } from "./widgets/DownloadsWidget.tsx";
import { EntriesWidget } from "./widgets/EntriesWidget.tsx";
import { NoticesWidget } from "./widgets/NoticesWidget.tsx";
import { DirectoryWidget, RecentWidget } from "./widgets/pages-widgets.tsx";
import { SettingsWidget } from "./widgets/SettingsWidget.tsx";
import { TodosWidget } from "./widgets/TodosWidget.tsx";

interface Widget {
  readonly Body: ComponentType<WidgetProps>;
  /** Of the twelve columns of the grid, and of its rows. */
  readonly cols: 4 | 8;
  readonly rows: 2 | 3 | 5;
  /** Only drawn, and only asked for, when it comes into sight: the first paint does not wait for what is below. */
  readonly whenSeen?: true;
}

type Module = Record<string, ComponentType<WidgetProps>>;
/** Figures and charts come in pieces of their own, for the few who see them. */
const later = (load: () => Promise<Module>, name: string) =>
  lazy(async () => {
    const found = (await load())[name];
    if (!found) throw new Error(`no widget ${name}`);
    return { default: found };
  });
const charts = () => import("./widgets/chart-widgets.tsx");
const chart = (name: string): Widget => ({ Body: later(charts, name), cols: 4, rows: 3, whenSeen: true });

export const widgetsByKey: Readonly<Record<HomeWidgetKey, Widget>> = {
  todos: { Body: TodosWidget, cols: 8, rows: 2 },
  announcements: { Body: AnnouncementsWidget, cols: 4, rows: 3 },
  entries: { Body: EntriesWidget, cols: 8, rows: 2 },
  recent: { Body: RecentWidget, cols: 4, rows: 3 },
  notices: { Body: NoticesWidget, cols: 4, rows: 3 },
  downloads: { Body: DownloadsWidget, cols: 4, rows: 3, whenSeen: true },
  settings: { Body: SettingsWidget, cols: 4, rows: 3 },
  devices: { Body: DevicesWidget, cols: 4, rows: 3 },
  directory: { Body: DirectoryWidget, cols: 8, rows: 5 },
  security: { Body: later(() => import("./widgets/SecurityWidget.tsx"), "SecurityWidget"), cols: 8, rows: 2 },
  signInTrend: { ...chart("SignInTrendWidget"), cols: 8 },
  signInHours: {
    Body: later(() => import("./widgets/SignInHoursWidget.tsx"), "SignInHoursWidget"),
    cols: 8,
    rows: 3,
    whenSeen: true,
  },
  accountStatus: chart("AccountStatusWidget"),
  peopleByType: chart("PeopleByTypeWidget"),
  roleRisk: { ...chart("RoleRiskWidget"), cols: 8 },
  oversteps: chart("OverstepsWidget"),
};
