import { choicesOf, FormDialog, fieldsOf, ReasonDialog, UploadField } from "@ops/platform/web";
import {
  type Car,
  changeCarMarketType,
  fixCarMileage,
  inspectCar,
  moveCar,
  offReasons,
  placeKinds,
  recordCarMileage,
  recordCarPlate,
  restoreCar,
  stockKinds,
  takeBackCar,
  takeCarOff,
} from "@ops/vehicle/contract";
import { useMarketTypes } from "../car-market-type/use-market-types.ts";

interface Props {
  readonly car: Pick<Car, "id" | "vin" | "version" | "stockKind">;
  readonly onClose: () => void;
}

const tail = ({ vin }: Props["car"]) => vin.slice(-8);
const common = ({ car, onClose }: Props) => ({
  kind: "modal" as const,
  params: { id: car.id },
  onClose,
});
const photos = { bizType: "car", extensions: ["jpg", "png", "pdf"] as const, max: 9 };

const inspected = fieldsOf(inspectCar);
export function InspectDialog(props: Props) {
  const { version, stockKind } = props.car;
  return (
    <FormDialog
      {...common(props)}
      title={`复检 · ${tail(props.car)}`}
      endpoint={inspectCar}
      record={{ stockKind, version }}
      done="复检已保存！"
    >
      <inspected.SelectField
        name="result"
        options={[
          { value: "PASS", label: "合格，转为空闲" },
          { value: "FAIL", label: "不合格，质量管控" },
        ]}
      />
      <inspected.SelectField name="stockKind" options={choicesOf(stockKinds)} />
      <inspected.TextAreaField name="text" />
      <UploadField of={inspectCar} name="fileIds" {...photos} />
    </FormDialog>
  );
}

const moved = fieldsOf(moveCar);
const { PLANT, WAREHOUSE, PORT, STORE } = placeKinds;
export function MoveDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      title={`改位置 · ${tail(props.car)}`}
      endpoint={moveCar}
      record={{ version }}
      done="修改成功！"
    >
      <moved.SelectField name="placeKind" options={choicesOf({ PLANT, WAREHOUSE, PORT, STORE })} />
      <moved.TextField name="placeCode" placeholder="门店的组织编码，或工厂、仓库、港口编码" />
      <moved.TextAreaField name="reason" />
    </FormDialog>
  );
}

const read = fieldsOf(recordCarMileage);
export function MileageDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      title={`登记里程 · ${tail(props.car)}`}
      endpoint={recordCarMileage}
      record={{ version }}
      done="登记成功！"
    >
      <read.NumberField name="mileageKm" min={0} max={2_000_000} />
    </FormDialog>
  );
}

const fixed = fieldsOf(fixCarMileage);
export function FixMileageDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      danger
      title={`更正里程 · ${tail(props.car)}`}
      endpoint={fixCarMileage}
      record={{ version }}
      done="更正成功！"
    >
      <fixed.NumberField name="mileageKm" min={0} max={2_000_000} hint="可以小于已记录的里程" />
      <fixed.TextAreaField name="reason" />
    </FormDialog>
  );
}

const typed = fieldsOf(changeCarMarketType);
export function MarketTypeDialog(props: Props & { readonly car: { readonly marketTypeId: string | null } }) {
  const { version, marketTypeId } = props.car;
  const types = useMarketTypes({ onlyEnabled: true });
  return (
    <FormDialog
      {...common(props)}
      title={`改市场类型 · ${tail(props.car)}`}
      endpoint={changeCarMarketType}
      record={{ version, ...(marketTypeId ? { marketTypeId } : {}) }}
      done="修改成功！"
    >
      <typed.SelectField name="marketTypeId" options={types} hint="已发放的权益不受影响" />
      <typed.TextAreaField name="reason" />
    </FormDialog>
  );
}

const plated = fieldsOf(recordCarPlate);
const plateRefusals = { VEHICLE_PLATE_FORMAT: "plateNo", VEHICLE_PLATE_DUP: "plateNo" } as const;
export function PlateDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      title={`登记车牌 · ${tail(props.car)}`}
      endpoint={recordCarPlate}
      record={{ version }}
      refusals={plateRefusals}
      done="登记成功！"
    >
      <plated.TextField name="plateNo" placeholder="如 浙A12345" />
    </FormDialog>
  );
}

const taken = fieldsOf(takeBackCar);
export function TakeBackDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      danger
      title={`退车回购 · ${tail(props.car)}`}
      endpoint={takeBackCar}
      record={{ version }}
      done="退车回购成功！"
    >
      <taken.TextAreaField name="reason" />
      <UploadField of={takeBackCar} name="fileIds" {...photos} />
    </FormDialog>
  );
}

const ended = fieldsOf(takeCarOff);
export function OffDialog(props: Props) {
  const { version } = props.car;
  return (
    <FormDialog
      {...common(props)}
      danger
      title={`注销 · ${tail(props.car)}`}
      endpoint={takeCarOff}
      record={{ version }}
      done="注销成功！"
      okText="注销"
    >
      <ended.SelectField name="kind" options={choicesOf(offReasons)} />
      <ended.TextAreaField name="reason" />
    </FormDialog>
  );
}

export function RestoreDialog({ car, onClose }: Props) {
  return (
    <ReasonDialog
      title={`恢复 · ${tail(car)}`}
      endpoint={restoreCar}
      params={{ id: car.id }}
      version={car.version}
      consequence="恢复后车辆为退回待检，须复检后才能再销售。"
      okText="恢复"
      done="恢复成功！"
      onClose={onClose}
    />
  );
}
