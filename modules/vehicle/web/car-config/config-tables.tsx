import { PagedTable, usePaged } from "@ops/platform/web";
import { type CarConfigDetail, listCars, type Offer, offerModes, type SaleCode } from "@ops/vehicle/contract";
import { Table } from "antd";
import { carColumns } from "../car/car-columns.tsx";
import { useOpenedCar } from "../car/use-opened-car.ts";
import { useItems } from "../car-item/use-items.ts";
import { ItemName } from "./OffersInput.tsx";

interface Props {
  readonly config: CarConfigDetail;
}

const look = { size: "small", className: "tabular", pagination: false } as const;

export function SaleCodeTable({ config }: Props) {
  const { nameOf } = useItems();
  const named = (code: string | null) => (code ? nameOf(code) : "不限");
  return (
    <Table<SaleCode>
      {...look}
      rowKey="saleCode"
      dataSource={config.saleCodes}
      columns={[
        { title: "物料号", dataIndex: "saleCode" },
        { title: "外观", dataIndex: "extColor", render: named },
        { title: "内饰", dataIndex: "intColor", render: named },
        {
          title: "选装",
          dataIndex: "optionCodes",
          render: (codes: SaleCode["optionCodes"]) => (codes ? codes.map(nameOf).join("、") || "无" : "不限"),
        },
      ]}
      locale={{ emptyText: "还没有物料号，请先编辑添加" }}
    />
  );
}

export function OfferTable({ config }: Props) {
  const { items, nameOf } = useItems();
  const names = (codes: readonly string[]) => codes.map(nameOf).join("、") || "-";
  return (
    <Table<Offer>
      {...look}
      rowKey="itemCode"
      dataSource={config.offers}
      columns={[
        { title: "编码", dataIndex: "itemCode", width: 120 },
        {
          title: "名称",
          key: "name",
          render: (_value, { itemCode }) => {
            const item = items.find((one) => one.itemCode === itemCode);
            return item ? <ItemName item={item} /> : itemCode;
          },
        },
        { title: "方式", dataIndex: "mode", width: 80, render: (mode: Offer["mode"]) => offerModes[mode] },
        { title: "须同时选择", dataIndex: "requires", render: names },
        { title: "不能同时选择", dataIndex: "excludes", render: names },
      ]}
      locale={{ emptyText: "还没有颜色和选装，请先编辑添加" }}
    />
  );
}

export function UsageTable({ config }: Props) {
  return (
    <Table<CarConfigDetail["usages"][number]>
      {...look}
      rowKey="label"
      dataSource={config.usages}
      columns={[
        { title: "对象", dataIndex: "label" },
        { title: "数量", dataIndex: "count", align: "right", width: 120 },
      ]}
      locale={{ emptyText: "没有其他业务引用该配置" }}
    />
  );
}

const shownOfCar = new Set(["vin", "extColor", "whereabouts", "placeName", "stockDays"]);

/** The cars of the configuration, in the reader's scope. */
export function CarsOfConfig({ config }: Props) {
  const { open } = useOpenedCar();
  const paged = usePaged(listCars, { filters: { carConfigId: config.id } });
  const columns = carColumns(({ vin }) => open(vin)).filter(({ show }) => shownOfCar.has(show));
  return <PagedTable of={paged} columns={columns} empty="还没有这种配置的车辆" unit="辆车" />;
}
