export { AnnouncementDrawer } from "./announcement/lazy-drawer.ts";
export { useAnnouncements } from "./announcement/use-announcements.ts";
export { type CallOptions, call } from "./call/client.ts";
export { PRODUCT_NAME, type RuntimeConfig, runtimeConfig } from "./call/config.ts";
export { download } from "./call/download.ts";
export { CallFailure, Refusal } from "./call/failures.ts";
export { randomKey } from "./call/idempotency.ts";
export { queryClient } from "./call/query-client.ts";
export { refreshAround } from "./call/refresh.ts";
export { sendOnce } from "./call/send-once.ts";
export { serverNow } from "./call/server-clock.ts";
export { abandonCalls } from "./call/transport.ts";
export { type Caller, type UseCallOptions, useCall } from "./call/use-call.ts";
export { usePaused } from "./call/use-paused.ts";
export { type QueryOptions, queryKeyOf, useEndpoint } from "./call/use-query.ts";
export { wire } from "./call/wire.ts";
export { Chart, type ChartFrame, useChartLook } from "./charts/Chart.tsx";
export type { ChartLook, SeriesData, ShareData } from "./charts/chart-options.ts";
export type { ChartRows } from "./charts/chart-table.ts";
export { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from "./charts/kinds.tsx";
export {
  type DetailAction,
  type DetailCard,
  DetailPage,
  type DetailPageProps,
  type DetailTab,
} from "./detail/DetailPage.tsx";
export { DrawerActions } from "./detail/DrawerActions.tsx";
export type { DetailEndpoint } from "./detail/detail-endpoint.ts";
export type { TimelineEvent } from "./detail/EventTimeline.tsx";
export { FactsBeside, SidePart } from "./detail/FactsBeside.tsx";
export { type DetailField, FieldList } from "./detail/FieldList.tsx";
export { freshly, LatestEvents, LatestTimeline } from "./detail/LatestEvents.tsx";
export { RecordInstead } from "./detail/NotFound.tsx";
export { type OpenItem, OpenWork } from "./detail/OpenWork.tsx";
export { RecordDrawer, recordOf } from "./detail/RecordDrawer.tsx";
export { type Stage, StageRail, stagesUpTo } from "./detail/StageRail.tsx";
export { confirm, confirmDiscard } from "./dialog/confirm.ts";
export { copyText } from "./dialog/copy-text.ts";
export { OnceDialog } from "./dialog/OnceDialog.tsx";
export { ReasonDialog } from "./dialog/ReasonDialog.tsx";
export { useClosing } from "./dialog/use-closing.ts";
export { type Dialog, useDialog } from "./dialog/use-dialog.ts";
export { DictText, LevelTag } from "./dict/DictText.tsx";
export { DotText, StateTag } from "./dict/StateTag.tsx";
export type { Tone } from "./dict/tones.ts";
export { type Dict, useDict } from "./dict/use-dict.ts";
export { ExportButton } from "./excel/ExportButton.tsx";
export { ImportButton } from "./excel/ImportButton.tsx";
export { useExport } from "./excel/use-export.tsx";
export { choicesOf } from "./form/choices.ts";
export type { FormDialogProps } from "./form/FormDialog.tsx";
export type { FormPageProps, FormSection } from "./form/FormPage.tsx";
export type { Fields } from "./form/fields.tsx";
export type { FieldName, FormEndpoint } from "./form/form-endpoint.ts";
export { type FieldFault, faultsOf } from "./form/form-schema.ts";
export { DateTimeInput, DayInput, MoneyInput } from "./form/inputs.tsx";
export { FormDialog, FormPage, fieldsOf } from "./form/lazy-forms.tsx";
export { distanceOf } from "./form/nearness.ts";
export {
  type ChoiceControl,
  type ChoicesControl,
  chosenName,
  SearchSelect,
  SearchSelectMany,
} from "./form/SearchSelect.tsx";
export {
  type BatchAction,
  offered,
  type PageAction,
  perform,
  type RowAction,
  type Tool,
} from "./list/actions.ts";
export { actionsOf } from "./list/acts-as-actions.tsx";
export type { Column } from "./list/columns.ts";
export { dealActions } from "./list/deal-actions.ts";
export type { FilterValues } from "./list/filter-values.ts";
export {
  customFilter,
  dayRangeFilter,
  dictFilter,
  type Filter,
  type FilterInputProps,
  flagFilter,
  numberRangeFilter,
  selectFilter,
  stateFilter,
  textFilter,
} from "./list/filters.tsx";
export { ListFrame } from "./list/ListFrame.tsx";
export { ListPage, type ListPageProps } from "./list/ListPage.tsx";
export { stateTabs, type Tabs } from "./list/ListTabs.tsx";
export type { ListEndpoint, RowOf } from "./list/list-endpoint.ts";
export { forgetLists, presetList } from "./list/list-memory.ts";
export { Note, NotLoaded } from "./list/list-states.tsx";
export { MoreActions } from "./list/MoreActions.tsx";
export { moveAction } from "./list/move-action.tsx";
export { PagedTable } from "./list/PagedTable.tsx";
export { RowActions } from "./list/RowActions.tsx";
export { removeAction } from "./list/remove-action.ts";
export { showDay, showMoney, showTime, showValue } from "./list/show-value.ts";
export { useAsking } from "./list/use-asking.tsx";
export { useElementSize } from "./list/use-element-size.ts";
export { useListFilter, useListFilters } from "./list/use-list-memory.ts";
export { usePaged } from "./list/use-paged.ts";
export { useLive } from "./live/live-news.ts";
export { DiffTable } from "./logs/DiffTable.tsx";
export { LogsView } from "./logs/logs-view.ts";
export { NoticeDrawer } from "./notice/lazy-drawer.ts";
export { useOpenNotice } from "./notice/use-open-notice.ts";
export { pages } from "./pages.ts";
export { RegionText } from "./region/RegionText.tsx";
export { dropEndedNotice, useEndedNotice } from "./session/ended-notice.ts";
export {
  askForNewPassword,
  beginSession,
  beginTransferSession,
  clearSession,
  hearSessionSignals,
  restartSession,
} from "./session/life.ts";
export { type AudienceInputProps, holdSessionPort, type SessionPort } from "./session/session-port.ts";
export { mustChangePassword, useSessionStore } from "./session/session-store.ts";
export { announceOrganization, hearOtherTabs } from "./session/tabs.ts";
export { isTransferSession, storedToken } from "./session/token.ts";
export { useMay, useSession } from "./session/use-session.ts";
export { type SettingsPart, settingsParts } from "./settings/settings-parts.ts";
export { SystemSettings } from "./settings/system-settings.ts";
export { Banners } from "./shell/Banners.tsx";
export { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
export { feedback } from "./shell/feedback.ts";
export { groupIcon } from "./shell/group-icons.tsx";
export { Logo } from "./shell/Logo.tsx";
export { partsOf } from "./shell/lazy-parts.tsx";
export { MenuLink } from "./shell/MenuLink.tsx";
export { isOpenPage, type MenuLine, menuPages, visibleMenu } from "./shell/menu-tree.ts";
export { goTo, holdNavigator } from "./shell/navigator.ts";
export type { OverlayTable } from "./shell/Overlays.tsx";
export { useOnline } from "./shell/online.ts";
export { isChunkFailure, watchForOutdated } from "./shell/outdated.ts";
export { PageSlot, type PageTable } from "./shell/PageSlot.tsx";
export { type PageTab, PageTabs } from "./shell/PageTabs.tsx";
export { usePage } from "./shell/page-context.ts";
export { useProductName } from "./shell/product-name.ts";
export { recentPages } from "./shell/recent-pages.ts";
export { StatusPanel } from "./shell/StatusPanel.tsx";
export { useListExpanded } from "./shell/shell-store.ts";
export { siteRouteOf } from "./shell/site-routes.ts";
export { pageTitle } from "./shell/trail.ts";
export { numberTypedAddresses } from "./shell/typed-address.ts";
export { hasUnsaved, useUnsaved } from "./shell/unsaved.ts";
export { addressOfPage, type PageDataInput, type Pages, usePages } from "./shell/use-pages.ts";
export { usePinyin } from "./shell/use-pinyin.ts";
export { Workspace } from "./shell/Workspace.tsx";
export { ThemeRoot } from "./theme/ThemeRoot.tsx";
export { themeOf } from "./theme/theme.ts";
export { toggleTheme, useMotionAllowed, useThemeMode } from "./theme/theme-mode.ts";
export { chartPalette, type ThemeMode } from "./theme/tokens.ts";
export { Unmask } from "./unmask/Unmask.tsx";
export { FilePreview } from "./upload/FilePreview.tsx";
export { UploadField } from "./upload/UploadField.tsx";
export { UploadInput, type UploadInputProps } from "./upload/UploadInput.tsx";
