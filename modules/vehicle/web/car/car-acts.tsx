import { formAction, namedActionsOf, type PageAction, UploadField } from "@ops/platform/web";
import {
  blockCars,
  type Car,
  type CarDetail,
  carActs,
  changeCarMarketType,
  correctCarSpec,
  editCar,
  fixCarMileage,
  type HoldState,
  inspectCar,
  moveCar,
  recordCarMileage,
  recordCarPlate,
  takeBackCar,
  unblockCars,
  vinTail,
} from "@ops/vehicle/contract";
import { useMarketTypes } from "../car-market-type/use-market-types.ts";
import { BlockDialog } from "./batch-dialogs.tsx";
import { specFields, useSpecLooks } from "./spec-fields.tsx";

const photos = { bizType: "car", extensions: ["jpg", "png", "pdf"] as const, max: 9 };

const { inspect, restore, takeBack, off } = namedActionsOf(carActs, {
  inspect: {
    start: ({ stockKind }) => ({ stockKind }),
    useSpecial: () => ({ fileIds: <UploadField of={inspectCar} name="fileIds" {...photos} /> }),
  },
  takeBack: { useSpecial: () => ({ fileIds: <UploadField of={takeBackCar} name="fileIds" {...photos} /> }) },
  off: {},
});

const isHeldAs =
  (...states: HoldState[]) =>
  ({ holdState }: Car) =>
    states.includes(holdState);
const isOn = ({ holdState }: Car) => holdState !== "OFF";
const number = (car: Car) => vinTail(car);

const block: PageAction<Car> = {
  label: "管控",
  needs: blockCars,
  when: isOn,
  ask: ({ vin }, onClose) => <BlockDialog vins={[vin]} onClose={onClose} />,
};

const move = formAction({
  label: "改位置",
  needs: moveCar,
  number,
  /** Logistics reports the place of a car in transport, and nobody the place of a delivered one. */
  when: (car) => isOn(car) && car.placeKind !== "TRANSIT" && car.placeKind !== "OWNER",
  useSpecial: () => ({ placeCode: { placeholder: "门店的组织编码，或工厂、仓库、港口编码" } }),
  done: "修改成功！",
});

/** The actions in the row of a car. */
export const carRowActions: readonly PageAction<Car>[] = [block, inspect, move, off];

function useMarketTypeLook() {
  return { marketTypeId: { options: useMarketTypes({ onlyEnabled: true }), hint: "已发放的权益不受影响" } };
}

const edited = {
  number,
  kind: "drawer",
  useSpecial: useSpecLooks,
  done: "修改成功！",
  start: ({ extColor, intColor, optionCodes, motorNos, ...car }: CarDetail) => ({
    ...car,
    extColor: extColor.colorCode,
    intColor: intColor.colorCode,
    optionCodes: [...optionCodes],
    motorNos: [...motorNos],
  }),
} as const;

/** The actions in the drawer of a car, most common first. */
export const carActions: readonly PageAction<CarDetail>[] = [
  inspect,
  restore,
  block,
  {
    label: "解除管控",
    needs: unblockCars,
    when: ({ openBlocks }) => openBlocks > 0,
    ask: ({ vin }, onClose) => <BlockDialog vins={[vin]} isEnd onClose={onClose} />,
  },
  move,
  formAction({
    label: "登记里程",
    needs: recordCarMileage,
    number,
    when: isOn,
    fields: ["mileageKm"],
    done: "登记成功！",
  }),
  formAction({
    label: "登记车牌",
    needs: recordCarPlate,
    number,
    when: isOn,
    useSpecial: () => ({ plateNo: { placeholder: "如 浙A12345" } }),
    refusals: { VEHICLE_PLATE_FORMAT: "plateNo", VEHICLE_PLATE_DUP: "plateNo" },
    done: "登记成功！",
  }),
  formAction({
    ...edited,
    label: "编辑配置",
    needs: editCar,
    when: isHeldAs("FREE", "RETURNED"),
    fields: specFields,
  }),
  formAction({
    ...edited,
    label: "更正配置",
    needs: correctCarSpec,
    when: isHeldAs("ALLOCATED", "DELIVERED"),
    warns: true,
    fields: [...specFields, "reason"],
  }),
  formAction({
    label: "更正里程",
    needs: fixCarMileage,
    number,
    when: isOn,
    warns: true,
    useSpecial: () => ({ mileageKm: "可以小于已记录的里程" }),
    done: "更正成功！",
  }),
  formAction({
    label: "改市场类型",
    needs: changeCarMarketType,
    number,
    when: isOn,
    start: ({ marketTypeId }: CarDetail) => (marketTypeId ? { marketTypeId } : {}),
    useSpecial: useMarketTypeLook,
    done: "修改成功！",
  }),
  takeBack,
  off,
];
