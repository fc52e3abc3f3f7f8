import type { DictDeclaration } from "@ops/platform/contract";

const bodyClasses: DictDeclaration = {
  code: "car_body_class",
  name: "车身类型",
  entries: [
    ["SEDAN", "轿车"],
    ["SUV_M", "中型SUV"],
    ["SUV_L", "大型SUV"],
    ["MPV", "MPV"],
  ],
};

export const energyTypes: DictDeclaration = {
  code: "car_energy_type",
  name: "能源类型",
  entries: [
    ["BEV", "纯电"],
    ["EREV", "增程"],
    ["PHEV", "插混"],
  ],
};

export const driveTypes: DictDeclaration = {
  code: "car_drive_type",
  name: "驱动形式",
  entries: [
    ["RWD", "后驱"],
    ["FWD", "前驱"],
    ["AWD", "四驱"],
  ],
};

/** Plants, warehouses and ports, until logistics keeps them. */
export const carSites: DictDeclaration = {
  code: "car_site",
  name: "工厂、仓库与港口",
  entries: [
    ["PLANT-CZ", "常州工厂"],
    ["PLANT-BJ", "北京工厂"],
    ["WH-CZ", "常州中心库"],
    ["WH-BJ", "北京中心库"],
    ["WH-CD", "成都中转库"],
    ["WH-GZ", "广州中转库"],
    ["PORT-SH", "上海港"],
  ],
};

export const vehicleDictionaries: readonly DictDeclaration[] = [bodyClasses, energyTypes, driveTypes, carSites];
