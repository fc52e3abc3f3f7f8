import {
  actsOf,
  callsOf,
  day,
  endpoint,
  oneOf,
  reason,
  recordId,
  ref,
  requiredText,
  typedMoment,
} from "@ops/platform/contract";
import { z } from "zod";
import { CarRef } from "../refs.ts";
import { CAR_PAGE, carFrame } from "./calls.ts";
import { Car, CarDetail, CarShape } from "./shape.ts";
import { holdStates, siteKinds } from "./states.ts";
import { vinTail } from "./vin.ts";
import { blockKind } from "./words.ts";

const calls = callsOf(CarShape, carFrame);
const spec = {
  ...CarShape.pick("carConfigId", "optionCodes", "extColor", "intColor"),
  ...CarShape.pick("motorNos", "engineNo", "batteryNo"),
};

export const createCar = calls.create(
  {
    ...CarShape.pick("vin", "stockKind"),
    /** The car with the wrongly typed VIN, which is 已注销（错录） now. It comes before the specification in the form. */
    replacesCarId: ref(CarRef, "被替换的车辆").nullable().default(null),
    ...spec,
    ...CarShape.required("plantCode"),
    producedOn: day.meta({ label: "下线日期" }),
  },
  "新建车辆档案",
);

export const editCar = calls.edit(spec, "编辑车辆档案");

/** Corrects a car that has an order or an owner. Only headquarters may do so, and must give a reason (VE-R17). */
export const correctCarSpec = calls.on(
  "correct-spec",
  "更正车辆配置",
  { ...spec, reason },
  { permission: "vehicle:car:correctSpec", risk: "HIGH" },
);

export const moveCar = calls.on(
  "place",
  "更正车辆位置",
  {
    placeKind: oneOf(siteKinds, "请选择位置类型").meta({ label: "位置类型" }),
    placeCode: requiredText("位置编码", 40),
    reason,
  },
  { permission: "vehicle:car:movePlace" },
);

const mileageKm = CarShape.required("mileageKm").mileageKm.meta({ label: "里程（km）" });

export const recordCarMileage = calls.on(
  "mileage",
  "登记里程",
  { mileageKm, at: typedMoment("读数时间").nullable().default(null) },
  { permission: "vehicle:car:mileage" },
);

export const fixCarMileage = calls.on(
  "mileage-fix",
  "更正里程",
  { mileageKm, reason },
  { permission: "vehicle:car:mileageFix", risk: "HIGH" },
);

export const recordCarPlate = calls.on("plate", "登记车牌", CarShape.required("plateNo"), {
  permission: "vehicle:car:plate",
});

export const changeCarMarketType = calls.on(
  "market-type",
  "修改车辆市场类型",
  { ...CarShape.required("marketTypeId"), reason },
  { permission: "vehicle:car:marketType" },
);

const photos = z.array(recordId).min(1, "请上传至少一张照片").max(9, "最多9个附件").meta({ label: "照片" });

export const inspectionResults = { PASS: "合格，转为空闲", FAIL: "不合格，质量管控" } as const;

export const offReasons = {
  SCRAPPED: "报废",
  LOST: "灭失",
  EXPORTED: "出口",
  MISTYPED: "错录",
  ASSET: "转资产",
} as const;
const ending = { permission: "vehicle:car:off", risk: "HIGH" } as const;

/**
 * What people do to the hold of a car. Locks, orders and deliveries come from other modules instead (decision 0043).
 */
export const carActs = actsOf(
  holdStates,
  { path: carFrame.path, answer: CarDetail, row: Car, stateIn: "holdState", number: vinTail },
  {
    inspect: {
      move: "inspectPass",
      permission: "vehicle:car:inspect",
      audit: "车辆复检",
      body: {
        result: oneOf(inspectionResults, "请选择复检结果").meta({ label: "复检结果" }),
        ...CarShape.pick("stockKind"),
        text: requiredText("复检说明", 500),
        fileIds: photos,
      },
      title: "复检",
      okText: "保存",
      done: "复检已保存！",
    },
    restore: {
      ...ending,
      audit: "恢复车辆",
      reason: true,
      consequence: () => "恢复后车辆为退回待检，须复检后才能再销售。",
      title: "恢复",
    },
    takeBack: {
      permission: "vehicle:car:takeBack",
      audit: "退车回购",
      risk: "HIGH",
      body: { reason, fileIds: photos },
      danger: true,
      title: "退车回购",
      okText: "保存",
    },
    off: {
      ...ending,
      audit: "注销车辆",
      body: { kind: oneOf(offReasons, "请选择注销原因").meta({ label: "注销原因" }), reason },
      danger: true,
      title: "注销",
    },
  },
);
export const { inspect: inspectCar, restore: restoreCar, takeBack: takeBackCar, off: takeCarOff } = carActs.endpoints;

const MOST_VINS = 500;
const namedVins = z
  .array(z.string("VIN格式不正确").trim().min(1).max(40))
  .min(1, "请输入VIN")
  .max(MOST_VINS, `一次最多${MOST_VINS}辆车`)
  .meta({ label: "VIN" });
const many = {
  method: "POST",
  answer: z.array(z.object({ vin: z.string(), done: z.boolean(), reason: z.string().nullable() })),
} as const;
const blocking = { ...many, permission: "vehicle:car:block" } as const;
const blocks = z.object({ vins: namedVins, kind: blockKind, reason });

export const blockCars = endpoint({ ...blocking, path: `${carFrame.path}/block`, audit: "管控车辆", body: blocks });

export const unblockCars = endpoint({
  ...blocking,
  path: `${carFrame.path}/unblock`,
  audit: "解除车辆管控",
  body: blocks,
});

export const setCarsStockKind = endpoint({
  ...many,
  path: `${carFrame.path}/stock-kind`,
  audit: "修改现车类型",
  permission: carFrame.edit,
  body: z.object({ vins: namedVins, ...CarShape.pick("stockKind"), reason }),
});

/** 一致性检查: finds contradictions in the register and repairs nothing (VE-R18). */
export const checkCars = endpoint({
  method: "GET",
  path: "/vehicle/v1/check",
  title: "车辆档案一致性检查",
  permission: "vehicle:carCheck:view",
  requires: ["vehicle:car:list"],
  page: CAR_PAGE,
  answer: z.object({
    /** How many of the latest changed cars were checked. The nightly check covers all cars. */
    checkedCount: z.int(),
    isWhole: z.boolean(),
    faults: z.array(z.object({ vin: z.string(), fault: z.string() })),
  }),
});
