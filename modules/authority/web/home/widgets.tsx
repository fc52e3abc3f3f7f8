import { type OwnWidgetKey, ownWidgets } from "@ops/authority/contract";
import { type ComponentType, lazy } from "react";
import { homeWidgets, type WidgetSize } from "./home-widgets.ts";
import type { WidgetProps } from "./widget-props.ts";
import { AnnouncementsWidget } from "./widgets/AnnouncementsWidget.tsx";
import { DevicesWidget } from "./widgets/DevicesWidget.tsx";
import { DownloadsWidget } from "./widgets/DownloadsWidget.tsx";
import { EntriesWidget } from "./widgets/EntriesWidget.tsx";
import { NoticesWidget } from "./widgets/NoticesWidget.tsx";
import { DirectoryWidget, RecentWidget } from "./widgets/pages-widgets.tsx";
import { TodosWidget } from "./widgets/TodosWidget.tsx";

interface Widget extends WidgetSize {
  readonly Body: ComponentType<WidgetProps>;
}

type Module = Record<string, ComponentType<WidgetProps>>;
/** Figures, charts and settings are loaded separately, because only few people see them. */
const later = (load: () => Promise<Module>, name: string) =>
  lazy(async () => {
    const found = (await load())[name];
    if (!found) throw new Error(`no widget ${name}`);
    return { default: found };
  });
const charts = () => import("./widgets/chart-widgets.tsx");
const chart = (name: string): Widget => ({ Body: later(charts, name), cols: 4, rows: 3, whenSeen: true });

const widgetsByKey: Readonly<Record<OwnWidgetKey, Widget>> = {
  todos: { Body: TodosWidget, cols: 8, rows: 2 },
  announcements: { Body: AnnouncementsWidget, cols: 4, rows: 3 },
  entries: { Body: EntriesWidget, cols: 8, rows: 2 },
  recent: { Body: RecentWidget, cols: 4, rows: 3 },
  notices: { Body: NoticesWidget, cols: 4, rows: 3 },
  downloads: { Body: DownloadsWidget, cols: 4, rows: 3, whenSeen: true },
  settings: { Body: later(() => import("./widgets/SettingsWidget.tsx"), "SettingsWidget"), cols: 4, rows: 3 },
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

const isOwn = (key: string): key is OwnWidgetKey => Object.hasOwn(widgetsByKey, key);

/** Finds a widget; null if this build lacks its module. */
export function widgetOf(key: string): (Widget & { readonly title: string }) | null {
  if (isOwn(key)) return { ...widgetsByKey[key], title: ownWidgets[key].title };
  return homeWidgets.parts().find((part) => part.key === key) ?? null;
}
