import { listFittingCars } from "@ops/order/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";

interface Props {
  readonly orderId: string;
  /** Given by the form. */
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (carId: string | null) => void;
}

/** A free car that is equal to what was ordered, with where it stands and since when. */
export function FittingCarSelect({ orderId, id, value = null, onChange }: Props) {
  const asked = useEndpoint(listFittingCars, { params: { id: orderId } }, { silent: true });
  return (
    <Select<string | null>
      {...(id ? { id } : {})}
      showSearch={{ optionFilterProp: "label" }}
      loading={asked.isLoading}
      placeholder="请选择车辆，可输入VIN或所在地查找"
      notFoundContent={asked.isLoading ? "正在查找…" : (asked.error?.message ?? "没有可配的车辆")}
      options={(asked.data ?? []).map(({ id, vin, placeName, inStockOn }) => ({
        value: id,
        label: [vin, placeName, inStockOn && `${inStockOn}入库`].filter(Boolean).join(" · "),
      }))}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}
