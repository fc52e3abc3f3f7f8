import { PagedTable, PlainTable, tableColumnsOf, useOpened, usePaged } from "@ops/platform/web";
import { type CarConfigDetail, listCars, Offer, SaleCode, UsageCount } from "@ops/vehicle/contract";
import { carColumns } from "../car/car-columns.tsx";
import { useItems } from "../car-item/use-items.ts";
import { ItemName } from "./OffersInput.tsx";

interface Props {
  readonly config: CarConfigDetail;
}

export function SaleCodeTable({ config }: Props) {
  const { nameOf } = useItems();
  const named = (code: string | null) => (code ? nameOf(code) : "不限");
  return (
    <PlainTable
      rowKey="saleCode"
      rows={config.saleCodes}
      columns={tableColumnsOf(SaleCode, {
        saleCode: { wraps: true },
        extColor: { wraps: true, as: ({ extColor }) => named(extColor) },
        intColor: { wraps: true, as: ({ intColor }) => named(intColor) },
        optionCodes: {
          width: 0,
          wraps: true,
          as: ({ optionCodes }) => (optionCodes ? optionCodes.map(nameOf).join("、") || "无" : "不限"),
        },
      })}
      empty="还没有物料号，请先编辑添加"
    />
  );
}

export function OfferTable({ config }: Props) {
  const { items, nameOf } = useItems();
  const names = (codes: readonly string[]) => codes.map(nameOf).join("、") || "-";
  const nameCell = ({ itemCode }: Offer) => {
    const item = items.find((one) => one.itemCode === itemCode);
    return item ? <ItemName item={item} /> : itemCode;
  };
  return (
    <PlainTable
      rowKey="itemCode"
      rows={config.offers}
      columns={tableColumnsOf(Offer, {
        itemCode: 120,
        itemKind: { title: "名称", wraps: true, as: nameCell },
        mode: 80,
        requires: { width: 0, wraps: true, as: ({ requires }) => names(requires) },
        excludes: { width: 0, wraps: true, as: ({ excludes }) => names(excludes) },
      })}
      empty="还没有颜色和选装，请先编辑添加"
    />
  );
}

export function UsageTable({ config }: Props) {
  return (
    <PlainTable
      rowKey="label"
      rows={config.usages}
      columns={tableColumnsOf(UsageCount, { label: { wraps: true }, count: 120 })}
      empty="没有其他业务引用该配置"
    />
  );
}

const shownOfCar = new Set(["vin", "extColor", "whereabouts", "placeName", "stockDays"]);

/** Lists the cars of the configuration in the reader's scope. */
export function CarsOfConfig({ config }: Props) {
  const { open } = useOpened("car");
  const paged = usePaged(listCars, { filters: { carConfigId: config.id } });
  const columns = carColumns(({ vin }) => open(vin)).filter(({ show }) => shownOfCar.has(show));
  return <PagedTable of={paged} columns={columns} empty="还没有这种配置的车辆" unit="辆车" />;
}
