import type { Endpoint } from "@ops/platform/contract";
import type { CarDetail } from "@ops/vehicle/contract";
import type { ComponentType } from "react";

/** A tab that another module adds to 车辆档案: 订单, 锁车, 运输 … (VE-R16). */
export interface CarTab {
  readonly key: string;
  readonly label: string;
  /** Shown only to those who may call it. */
  readonly needs: Endpoint | string;
  readonly content: ComponentType<{ readonly car: CarDetail }>;
}

const added: CarTab[] = [];

/** Called once, where the web door of the module above is loaded. */
export function addCarTab(tab: CarTab): void {
  added.push(tab);
}

export const addedCarTabs = (): readonly CarTab[] => added;
