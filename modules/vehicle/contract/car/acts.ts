import { day, endpoint, idParams, reason, recordId, requiredText, typedMoment, version } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { CAR_PAGE, CarDetail } from "./calls.ts";
import { blockKind, stockKind } from "./words.ts";

const partNo = (label: string) => requiredText(label, 30);
const specFields = {
  carConfigId: recordId.meta({ label: "配置" }),
  optionCodes: z.array(itemCode).max(30).meta({ label: "选装" }),
  extColor: itemCode.meta({ label: "外观" }),
  intColor: itemCode.meta({ label: "内饰" }),
  motorNos: z.array(partNo("电机号")).max(4).default([]).meta({ label: "电机号" }),
  engineNo: partNo("发动机号").nullable().default(null).meta({ label: "发动机号" }),
  batteryNo: partNo("电池号").nullable().default(null).meta({ label: "电池号" }),
};

export const createCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars",
  audit: "新建车辆档案",
  permission: "vehicle:car:create",
  body: z.object({
    vin: requiredText("车架号", 40),
    ...specFields,
    plantCode: requiredText("工厂", 40),
    producedOn: day.meta({ label: "下线日期" }),
    stockKind,
    /** The car of a VIN that was typed wrongly and is 已注销（错录） now. */
    replacesCarId: recordId.nullable().default(null),
  }),
  answer: CarDetail,
});

export const editCar = endpoint({
  method: "PUT",
  path: "/vehicle/v1/cars/{id}",
  audit: "编辑车辆档案",
  permission: "vehicle:car:edit",
  params: idParams,
  body: z.object({ ...specFields, version }),
  answer: CarDetail,
});

/** Of a car that an order has, or that has an owner: headquarters, with a reason (VE-R17). */
export const correctCarSpec = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/correctSpec",
  audit: "更正车辆配置",
  permission: "vehicle:car:correctSpec",
  risk: "HIGH",
  params: idParams,
  body: z.object({ ...specFields, reason, version }),
  answer: CarDetail,
});

export const moveCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/place",
  audit: "更正车辆位置",
  permission: "vehicle:car:movePlace",
  params: idParams,
  body: z.object({
    placeKind: z.enum(["PLANT", "WAREHOUSE", "PORT", "STORE"], "请选择位置类型").meta({ label: "位置类型" }),
    placeCode: requiredText("位置编码", 40),
    reason,
    version,
  }),
  answer: CarDetail,
});

const mileageKm = z
  .int("里程格式不正确")
  .min(0, "里程不能为负数")
  .max(2_000_000, "里程不能超过2000000")
  .meta({ label: "里程（km）" });

export const recordCarMileage = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/mileage",
  audit: "登记里程",
  permission: "vehicle:car:mileage",
  params: idParams,
  body: z.object({ mileageKm, at: typedMoment("读数时间").nullable().default(null), version }),
  answer: CarDetail,
});

export const fixCarMileage = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/mileageFix",
  audit: "更正里程",
  permission: "vehicle:car:mileageFix",
  risk: "HIGH",
  params: idParams,
  body: z.object({ mileageKm, reason, version }),
  answer: CarDetail,
});

export const recordCarPlate = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/plate",
  audit: "登记车牌",
  permission: "vehicle:car:plate",
  params: idParams,
  body: z.object({ plateNo: requiredText("车牌", 20), version }),
  answer: CarDetail,
});

export const changeCarMarketType = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/marketType",
  audit: "修改车辆市场类型",
  permission: "vehicle:car:marketType",
  params: idParams,
  body: z.object({ marketTypeId: recordId.meta({ label: "市场类型" }), reason, version }),
  answer: CarDetail,
});

const photos = z.array(recordId).min(1, "请上传至少一张照片").max(9, "最多9个附件").meta({ label: "照片" });

export const inspectCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/inspect",
  audit: "车辆复检",
  permission: "vehicle:car:inspect",
  params: idParams,
  body: z.object({
    result: z.enum(["PASS", "FAIL"], "请选择复检结果").meta({ label: "复检结果" }),
    stockKind,
    text: requiredText("复检说明", 500),
    fileIds: photos,
    version,
  }),
  answer: CarDetail,
});

export const takeBackCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/takeBack",
  audit: "退车回购",
  permission: "vehicle:car:takeBack",
  risk: "HIGH",
  params: idParams,
  body: z.object({ reason, fileIds: photos, version }),
  answer: CarDetail,
});

export const offReasons = {
  SCRAPPED: "报废",
  LOST: "灭失",
  EXPORTED: "出口",
  MISTYPED: "错录",
  ASSET: "转资产",
} as const;

export const takeCarOff = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/off",
  audit: "注销车辆",
  permission: "vehicle:car:off",
  risk: "HIGH",
  params: idParams,
  body: z.object({
    kind: z.enum(["SCRAPPED", "LOST", "EXPORTED", "MISTYPED", "ASSET"], "请选择注销原因").meta({ label: "注销原因" }),
    reason,
    version,
  }),
  answer: CarDetail,
});

export const restoreCar = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/{id}/restore",
  audit: "恢复车辆",
  permission: "vehicle:car:off",
  risk: "HIGH",
  params: idParams,
  body: z.object({ reason, version }),
  answer: CarDetail,
});

const MOST_VINS = 500;
const namedVins = z
  .array(z.string("VIN格式不正确").trim().min(1).max(40))
  .min(1, "请输入VIN")
  .max(MOST_VINS, `一次最多${MOST_VINS}辆车`)
  .meta({ label: "VIN" });
const perVin = z.array(z.object({ vin: z.string(), done: z.boolean(), reason: z.string().nullable() }));

export const blockCars = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/block",
  audit: "管控车辆",
  permission: "vehicle:car:block",
  body: z.object({ vins: namedVins, kind: blockKind, reason }),
  answer: perVin,
});

export const unblockCars = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/unblock",
  audit: "解除车辆管控",
  permission: "vehicle:car:block",
  body: z.object({ vins: namedVins, kind: blockKind, reason }),
  answer: perVin,
});

export const setCarsStockKind = endpoint({
  method: "POST",
  path: "/vehicle/v1/cars/stockKind",
  audit: "修改现车类型",
  permission: "vehicle:car:edit",
  body: z.object({ vins: namedVins, stockKind, reason }),
  answer: perVin,
});

/** 一致性检查 (VE-R18): what does not fit together; repairs nothing. */
export const checkCars = endpoint({
  method: "GET",
  path: "/vehicle/v1/check",
  title: "车辆档案一致性检查",
  permission: "vehicle:car:check",
  page: CAR_PAGE,
  answer: z.object({
    /** The cars that changed last; the nightly check looks at all. */
    checkedCount: z.int(),
    isWhole: z.boolean(),
    faults: z.array(z.object({ vin: z.string(), fault: z.string() })),
  }),
});
