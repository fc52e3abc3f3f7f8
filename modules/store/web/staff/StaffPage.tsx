import {
  flagFilter,
  ImportButton,
  ListPage,
  selectFilter,
  textFilter,
  useEndpoint,
  useListFilters,
  usePages,
} from "@ops/platform/web";
import {
  countStaff,
  createStaff,
  listStaff,
  STAFF_PAGE,
  type Staff,
  StaffDetailPage,
  StaffFormPage,
  staffImport,
  staffSheet,
  staffTabs,
} from "@ops/store/contract";
import { usePositionChoices } from "../use-positions.ts";
import { staffActions } from "./staff-actions.tsx";
import { staffColumns } from "./staff-columns.tsx";
import { addedStaffTools } from "./staff-slots.ts";

/** 人员管理 (5.2). */
export default function StaffPage() {
  const pages = usePages();
  const open = ({ id }: Staff) => pages.open(StaffDetailPage.addressOf({ mode: "view", id }));
  return (
    <ListPage
      title="人员管理"
      endpoint={listStaff}
      filters={[
        textFilter("name", "姓名"),
        "phone",
        "staffNo",
        "orgId",
        selectFilter("positionCode", "岗位", usePositionChoices()),
        "employType",
        "source",
        "certState",
        "entryDate",
        "certExpireOn",
        flagFilter("isOutOfStep", "不一致"),
        flagFilter("isIncomplete", "资料待补充"),
        "storeId",
        "leaveOn",
      ]}
      tabs={useTabs()}
      columns={staffColumns(open)}
      imports={<ImportButton kind={staffImport} />}
      exports={staffSheet}
      tools={[
        {
          label: "新增人员",
          needs: createStaff,
          primary: true,
          run: () => pages.open(StaffFormPage.addressOf({ mode: "create" })),
        },
        ...addedStaffTools(),
      ]}
      rowActions={[{ label: "详情", run: open }, ...staffActions()]}
      open={open}
      empty="暂无数据，点击「新增人员」或「导入」"
    />
  );
}

function useTabs() {
  const { tab: _tab, ...query } = useListFilters(STAFF_PAGE);
  const { data = [] } = useEndpoint(countStaff, { query }, { silent: true, keepPrevious: true });
  const counts = new Map<string, number>();
  for (const { state, count } of data) {
    const key = state === "MOVING" || state === "LEAVING" ? "CHANGING" : state;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const options = Object.entries(staffTabs).map(([value, label]) => ({ value, label }));
  return { name: "tab", label: "状态", options, counts: Object.fromEntries(counts) } as const;
}
