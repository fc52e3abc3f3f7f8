export { pageOf } from "./address/page-of.tsx";
export { AnnouncementDrawer } from "./announcement/lazy-drawer.ts";
export { useAnnouncements } from "./announcement/use-announcements.ts";
export { BatchDrawer } from "./batch/lazy-batch.ts";
export { type CallOptions, call } from "./call/client.ts";
export { PRODUCT_NAME, type RuntimeConfig, runtimeConfig } from "./call/config.ts";
export { download } from "./call/download.ts";
export { CallFailure, Refusal } from "./call/failures.ts";
export { randomKey } from "./call/idempotency.ts";
export { queryClient } from "./call/query-client.ts";
export { refreshAround } from "./call/refresh.ts";
export { sendOnce } from "./call/send-once.ts";
export { serverNow } from "./call/server-clock.ts";
export { tellRefusal } from "./call/tell.ts";
export { abandonCalls } from "./call/transport.ts";
export { type Caller, type UseCallOptions, useCall } from "./call/use-call.ts";
export { usePaused } from "./call/use-paused.ts";
export { type QueryOptions, queryKeyOf, useEndpoint } from "./call/use-query.ts";
export { wire } from "./call/wire.ts";
export { Chart, type ChartFrame, useChartLook } from "./charts/Chart.tsx";
export type { ChartLook, SeriesData, ShareData } from "./charts/chart-options.ts";
export type { ChartRows } from "./charts/chart-table.ts";
export { BarChart, FunnelChart, LineChart, PieChart, RadarChart } from "./charts/kinds.tsx";
export { BoxChart, HeatChart, SankeyChart } from "./charts/rare-kinds.tsx";
export type { FlowData, HeatData, SpreadData } from "./charts/rare-options.ts";
export { DetailPage } from "./detail/DetailPage.tsx";
export type { DetailEndpoint } from "./detail/detail-endpoint.ts";
export type { TimelineEvent } from "./detail/EventTimeline.tsx";
export { type DetailField, FieldList } from "./detail/FieldList.tsx";
export { freshly, LatestTimeline } from "./detail/LatestEvents.tsx";
export { overlayOf } from "./detail/overlay-of.tsx";
export { PartTable } from "./detail/PartTable.tsx";
export { drawerOf, RecordDrawer } from "./detail/RecordDrawer.tsx";
export { type RecordOverview, type RecordTab, recordOf } from "./detail/record.ts";
export { type Stage, StageRail } from "./detail/StageRail.tsx";
export { tabsOf } from "./detail/slot-tabs.tsx";
export { type OpenedRecord, useOpened } from "./detail/use-opened.ts";
export { confirm, confirmDiscard } from "./dialog/confirm.ts";
export { copyText } from "./dialog/copy-text.ts";
export { FreshDialog } from "./dialog/FreshDialog.tsx";
export { OnceDialog } from "./dialog/OnceDialog.tsx";
export { ReasonDialog } from "./dialog/ReasonDialog.tsx";
export { useAskedClosing } from "./dialog/use-asked-closing.ts";
export { useClosing } from "./dialog/use-closing.ts";
export { type Dialog, useDialog } from "./dialog/use-dialog.ts";
export { useFresh } from "./dialog/use-fresh.ts";
export { DictText, LevelTag } from "./dict/DictText.tsx";
export { DotText, StateTag } from "./dict/StateTag.tsx";
export type { Tone } from "./dict/tones.ts";
export { type Dict, useDict } from "./dict/use-dict.ts";
export { ExportButton } from "./excel/ExportButton.tsx";
export { ImportButton } from "./excel/ImportButton.tsx";
export { useExport } from "./excel/use-export.tsx";
export { ConflictModal } from "./form/ConflictModal.tsx";
export { conflictRows, latestIn } from "./form/conflict.ts";
export type { FormDialogProps } from "./form/FormDialog.tsx";
export type { FormPageProps, FormSection } from "./form/FormPage.tsx";
export type { Fields } from "./form/fields.tsx";
export { useAnnounced, useFormScope } from "./form/form-context.ts";
export type { FieldName, FormEndpoint } from "./form/form-endpoint.ts";
export { type FieldFault, faultsOf } from "./form/form-schema.ts";
export { choicesOf } from "./form/input/choices.ts";
export { DateTimeInput, DayInput, MoneyInput } from "./form/input/inputs.tsx";
export { distanceOf } from "./form/input/nearness.ts";
export {
  type ChoiceControl,
  type ChoicesControl,
  chosenName,
  SearchSelect,
  SearchSelectMany,
} from "./form/input/SearchSelect.tsx";
export { FormDialog, FormPage, fieldsOf, RecordForm } from "./form/lazy-forms.tsx";
export {
  type BatchAction,
  type DetailAction,
  offered,
  type PageAction,
  perform,
  type RowAction,
  type Tool,
} from "./list/action/actions.ts";
export { actionsOf, namedActionsOf } from "./list/action/acts-as-actions.tsx";
export { dealActions } from "./list/action/deal-actions.ts";
export { formAction, formActionsOf } from "./list/action/form-action.tsx";
export { MoreActions } from "./list/action/MoreActions.tsx";
export { RowActions } from "./list/action/RowActions.tsx";
export { removeAction } from "./list/action/remove-action.ts";
export { useAsking } from "./list/action/use-asking.tsx";
export type { Column } from "./list/column/columns.ts";
export { columnsOf, tableColumnsOf } from "./list/column/columns-of.ts";
export { actionColumns } from "./list/column/plain-columns.tsx";
export { showDay, showMoney, showTime, showValue } from "./list/column/show-value.ts";
export type { FilterValues } from "./list/filter/filter-values.ts";
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
} from "./list/filter/filters.tsx";
export { ListFrame } from "./list/ListFrame.tsx";
export { ListPage, type ListPageProps } from "./list/ListPage.tsx";
export { stateTabs, type Tabs } from "./list/ListTabs.tsx";
export type { ListEndpoint, RowOf } from "./list/list-endpoint.ts";
export { forgetLists, presetList } from "./list/list-memory.ts";
export { Note, NotLoaded } from "./list/list-states.tsx";
export { PagedTable } from "./list/PagedTable.tsx";
export { PlainTable } from "./list/PlainTable.tsx";
export { useElementSize } from "./list/use-element-size.ts";
export { useListFilter, useListFilters } from "./list/use-list-memory.ts";
export { usePaged } from "./list/use-paged.ts";
export { useLive } from "./live/live-news.ts";
export { useTopic } from "./live/topics.ts";
export { DiffTable } from "./logs/DiffTable.tsx";
export { LogsView } from "./logs/logs-view.ts";
export { NoticeDrawer } from "./notice/lazy-drawer.ts";
export { useOpenNotice } from "./notice/use-open-notice.ts";
export { overlays, pages } from "./pages.ts";
export { BoardView } from "./parts/board/BoardView.tsx";
export { type FreeMove, freeMoves } from "./parts/board/free-moves.ts";
export { Countdown } from "./parts/countdown/Countdown.tsx";
export { FigureBoard } from "./parts/figures/FigureBoard.tsx";
export { FigureLink, Figures } from "./parts/figures/Figures.tsx";
export { GanttView } from "./parts/gantt/GanttView.tsx";
export type { GanttRow } from "./parts/gantt/gantt.ts";
export { PointMap } from "./parts/map/PointMap.tsx";
export type { MapPoint } from "./parts/map/place-points.ts";
export { PrintPage } from "./parts/paper/PrintPage.tsx";
export { QrCode } from "./parts/paper/QrCode.tsx";
export { SignatureInput } from "./parts/paper/SignatureInput.tsx";
export { signatureFile } from "./parts/paper/signature-file.ts";
export type { Stroke } from "./parts/paper/strokes.ts";
export { ScanInput } from "./parts/scan/ScanInput.tsx";
export { WeekGrid } from "./parts/week-grid/WeekGrid.tsx";
export { RefLink } from "./refs/RefLink.tsx";
export { RefName, RefPicker, RefsPicker } from "./refs/RefPicker.tsx";
export { RegionText } from "./region/RegionText.tsx";
export { regionFilter } from "./region/region-filter.tsx";
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
export { feedback } from "./shell/feedback.ts";
export { Logo } from "./shell/Logo.tsx";
export { groupIcon } from "./shell/menu/group-icons.tsx";
export { MenuLink } from "./shell/menu/MenuLink.tsx";
export { isOpenPage, type MenuLine, menuPages, visibleMenu } from "./shell/menu/menu-tree.ts";
export { recentPages } from "./shell/menu/recent-pages.ts";
export { usePinyin } from "./shell/menu/use-pinyin.ts";
export { goTo, holdNavigator } from "./shell/navigator.ts";
export type { OverlayTable } from "./shell/Overlays.tsx";
export { useOnline } from "./shell/online.ts";
export { isChunkFailure, watchForOutdated } from "./shell/outdated.ts";
export { ErrorBoundary } from "./shell/page/ErrorBoundary.tsx";
export { partsOf } from "./shell/page/lazy-parts.tsx";
export { PageSlot, type PageTable } from "./shell/page/PageSlot.tsx";
export { type PageTab, PageTabs } from "./shell/page/PageTabs.tsx";
export { usePage } from "./shell/page/page-context.ts";
export { StatusPanel } from "./shell/page/StatusPanel.tsx";
export { type Filling, type Slot, type SlotPart, slot, useSlot } from "./shell/page/slot.ts";
export { pageTitle } from "./shell/page/trail.ts";
export { numberTypedAddresses } from "./shell/page/typed-address.ts";
export { hasUnsaved, useUnsaved } from "./shell/page/unsaved.ts";
export { type Pages, usePages } from "./shell/page/use-pages.ts";
export { useProductName } from "./shell/product-name.ts";
export { useListExpanded } from "./shell/shell-store.ts";
export { siteRouteOf } from "./shell/site-routes.ts";
export { Workspace } from "./shell/Workspace.tsx";
export { ThemeRoot } from "./theme/ThemeRoot.tsx";
export { themeOf } from "./theme/theme.ts";
export { toggleTheme, useMotionAllowed, useThemeMode } from "./theme/theme-mode.ts";
export { chartPalette, type ThemeMode } from "./theme/tokens.ts";
export { Unmask } from "./unmask/Unmask.tsx";
export { FileList } from "./upload/FileList.tsx";
export { FilePreview } from "./upload/FilePreview.tsx";
export { PictureGrid } from "./upload/PictureGrid.tsx";
export { sendFile } from "./upload/send-file.ts";
export { UploadField } from "./upload/UploadField.tsx";
export { UploadInput, type UploadInputProps } from "./upload/UploadInput.tsx";
export { SENDING_TEXT, UploadsContext, useUploadsUnderWay } from "./upload/uploads-under-way.ts";
