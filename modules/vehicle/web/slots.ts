import { slot } from "@ops/platform/web";
import type { CarDetail } from "@ops/vehicle/contract";

/** Tabs that other modules add to 车辆档案, such as 订单, 锁车 and 运输 (VE-R16). */
export const carTabs = slot<{ readonly record: CarDetail }>();
