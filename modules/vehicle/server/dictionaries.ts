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

/** The sites of each kind. They are dictionary entries until logistics keeps them. */
export const siteDictionaries = {
  PLANT: {
    code: "car_plant",
    name: "工厂",
    entries: [
      ["PLANT-CZ", "常州工厂"],
      ["PLANT-BJ", "北京工厂"],
    ],
  },
  WAREHOUSE: {
    code: "car_warehouse",
    name: "仓库",
    entries: [
      ["WH-CZ", "常州中心库"],
      ["WH-BJ", "北京中心库"],
      ["WH-CD", "成都中转库"],
      ["WH-GZ", "广州中转库"],
    ],
  },
  PORT: { code: "car_port", name: "港口", entries: [["PORT-SH", "上海港"]] },
} as const satisfies Record<string, DictDeclaration>;

export const vehicleDictionaries: readonly DictDeclaration[] = [
  bodyClasses,
  energyTypes,
  driveTypes,
  ...Object.values(siteDictionaries),
];
