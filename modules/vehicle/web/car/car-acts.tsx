import type { PageAction } from "@ops/platform/web";
import {
  blockCars,
  type CarDetail,
  changeCarMarketType,
  correctCarSpec,
  editCar,
  fixCarMileage,
  type HoldMove,
  type HoldState,
  holdStates,
  inspectCar,
  moveCar,
  recordCarMileage,
  recordCarPlate,
  restoreCar,
  takeBackCar,
  takeCarOff,
  unblockCars,
} from "@ops/vehicle/contract";
import type { ComponentType } from "react";
import { BlockCarDialog, UnblockCarDialog } from "./batch-dialogs.tsx";
import {
  FixMileageDialog,
  InspectDialog,
  MarketTypeDialog,
  MileageDialog,
  MoveDialog,
  OffDialog,
  PlateDialog,
  RestoreDialog,
  TakeBackDialog,
} from "./car-dialogs.tsx";
import { CorrectSpecDialog, EditSpecDialog } from "./spec-dialogs.tsx";

type CarDialog = ComponentType<{ readonly car: CarDetail; readonly onClose: () => void }>;
const asks = (Dialog: CarDialog) => (car: CarDetail, onClose: () => void) => <Dialog car={car} onClose={onClose} />;
const allows =
  (move: HoldMove) =>
  ({ holdState }: CarDetail) =>
    holdStates.can(holdState, move);
const isHeldAs =
  (...states: HoldState[]) =>
  ({ holdState }: CarDetail) =>
    states.includes(holdState);
const isOn = ({ holdState }: CarDetail) => holdState !== "OFF";
/** On the way its place comes from logistics, and after delivery it is nobody's business. */
const isMovable = (car: CarDetail) => isOn(car) && car.placeKind !== "TRANSIT" && car.placeKind !== "OWNER";

/** What is done with a car in its drawer, the usual first. */
export const carActs: readonly PageAction<CarDetail>[] = [
  { label: "复检", needs: inspectCar, when: allows("inspectPass"), ask: asks(InspectDialog) },
  { label: "恢复", needs: restoreCar, when: allows("restore"), ask: asks(RestoreDialog) },
  { label: "管控", needs: blockCars, when: isOn, ask: asks(BlockCarDialog) },
  { label: "解除管控", needs: unblockCars, when: ({ openBlocks }) => openBlocks > 0, ask: asks(UnblockCarDialog) },
  { label: "改位置", needs: moveCar, when: isMovable, ask: asks(MoveDialog) },
  { label: "登记里程", needs: recordCarMileage, when: isOn, ask: asks(MileageDialog) },
  { label: "登记车牌", needs: recordCarPlate, when: isOn, ask: asks(PlateDialog) },
  { label: "编辑配置", needs: editCar, when: isHeldAs("FREE", "RETURNED"), ask: asks(EditSpecDialog) },
  { label: "更正配置", needs: correctCarSpec, when: isHeldAs("ALLOCATED", "DELIVERED"), ask: asks(CorrectSpecDialog) },
  { label: "更正里程", needs: fixCarMileage, when: isOn, ask: asks(FixMileageDialog) },
  { label: "改市场类型", needs: changeCarMarketType, when: isOn, ask: asks(MarketTypeDialog) },
  { label: "退车回购", needs: takeBackCar, when: allows("takeBack"), ask: asks(TakeBackDialog), danger: true },
  { label: "注销", needs: takeCarOff, when: allows("off"), ask: asks(OffDialog), danger: true },
];
