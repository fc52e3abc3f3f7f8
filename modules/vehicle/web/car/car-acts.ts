import type { Endpoint } from "@ops/platform/contract";
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

export interface CarAct {
  readonly label: string;
  readonly needs: Endpoint;
  /** Why it cannot be done now, or null. */
  readonly why: (car: CarDetail) => string | null;
  readonly dialog: ComponentType<{ readonly car: CarDetail; readonly onClose: () => void }>;
  readonly danger?: boolean;
}

const inState = ({ holdState }: CarDetail) => `车辆当前状态为【${holdStates.label(holdState)}】`;
const unless = (isAllowed: (car: CarDetail) => boolean) => (car: CarDetail) => (isAllowed(car) ? null : inState(car));
const allows = (move: HoldMove) => unless(({ holdState }) => holdStates.can(holdState, move));
const heldAs = (...states: HoldState[]) => unless(({ holdState }) => states.includes(holdState));
const unlessOff = unless(({ holdState }) => holdState !== "OFF");
const whyNotMoved = (car: CarDetail) =>
  unlessOff(car) ??
  (car.placeKind === "TRANSIT" ? "车辆运输中，位置由物流更新" : car.placeKind === "OWNER" ? "车辆已交付" : null);

/** What is done with a car in its drawer, the usual first. */
export const carActs: readonly CarAct[] = [
  { label: "复检", needs: inspectCar, why: allows("inspectPass"), dialog: InspectDialog },
  { label: "管控", needs: blockCars, why: unlessOff, dialog: BlockCarDialog },
  {
    ...{ label: "解除管控", needs: unblockCars, dialog: UnblockCarDialog },
    why: ({ openBlocks }) => (openBlocks > 0 ? null : "没有管控"),
  },
  { label: "改位置", needs: moveCar, why: whyNotMoved, dialog: MoveDialog },
  { label: "登记里程", needs: recordCarMileage, why: unlessOff, dialog: MileageDialog },
  { label: "登记车牌", needs: recordCarPlate, why: unlessOff, dialog: PlateDialog },
  { label: "编辑配置", needs: editCar, why: heldAs("FREE", "RETURNED"), dialog: EditSpecDialog },
  { label: "更正配置", needs: correctCarSpec, why: heldAs("ALLOCATED", "DELIVERED"), dialog: CorrectSpecDialog },
  { label: "更正里程", needs: fixCarMileage, why: unlessOff, dialog: FixMileageDialog },
  { label: "改市场类型", needs: changeCarMarketType, why: unlessOff, dialog: MarketTypeDialog },
  { label: "退车回购", needs: takeBackCar, why: allows("takeBack"), dialog: TakeBackDialog, danger: true },
  { label: "注销", needs: takeCarOff, why: allows("off"), dialog: OffDialog, danger: true },
  { label: "恢复", needs: restoreCar, why: allows("restore"), dialog: RestoreDialog },
];
