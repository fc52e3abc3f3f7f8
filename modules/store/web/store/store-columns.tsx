import { percentage } from "@ops/platform/contract";
import { type Column, columnsOf, showValue } from "@ops/platform/web";
import { type ExtColumn, listStores, type Store } from "@ops/store/contract";
import { Tag, Tooltip } from "antd";
import { ExtText } from "./ExtText.tsx";
import "./store.css";

/** 编制/在岗/缺编: free seats in orange, too many people in red. */
export function StoreSeats({ store: { quota, occupied, vacancy } }: { readonly store: Store }) {
  const tone = vacancy > 0 ? "short" : occupied > quota ? "over" : "full";
  return (
    <span className="store-seats">
      {quota} / {occupied} / <b data-tone={tone}>{vacancy}</b>
    </span>
  );
}

/** The columns of the list, with the extended ones that operators chose to see there. */
export function storeColumns(open: (id: string) => void, ext: readonly ExtColumn[]): Column<typeof listStores>[] {
  return [
    ...columnsOf(listStores, {
      storeCode: {
        width: 120,
        as: ({ storeCode }) => storeCode ?? "待补充",
        opens: ({ id }) => open(id),
      },
      name: { width: 200, as: (store) => <StoreName store={store} /> },
      storeType: true,
      operateMode: true,
      regionOrgName: true,
      cityName: true,
      state: true,
      managerName: 90,
      quota: { title: "编制/在岗/缺编", width: 130, as: (store) => <StoreSeats store={store} /> },
      certified: {
        title: "认证率",
        width: 90,
        as: ({ certified, certNeeded }) => percentage(certified, certNeeded),
      },
      areaSqm: true,
      openedOn: true,
      rentEnd: true,
      updatedAt: true,
      orgCode: { hidden: true },
      storeLevel: { hidden: true },
      partnerName: { hidden: true },
      address: { hidden: true },
      phone: { hidden: true },
      openDatePlan: { hidden: true },
    }),
    ...ext.map((column) => ({
      key: `ext.${column.colKey}`,
      show: "ext" as const,
      title: column.label,
      width: 120,
      as: (store: Store) => <ExtText column={column} value={store.ext[column.colKey] ?? null} />,
    })),
  ];
}

function StoreName({ store: { name, missing } }: { readonly store: Store }) {
  return (
    <span>
      {showValue(name)}
      {missing.length > 0 && (
        <Tooltip title={`待补充：${missing.join("、")}`}>
          <Tag color="warning">待补充</Tag>
        </Tooltip>
      )}
    </span>
  );
}
