/** The catalogue of 启岳汽车, an invented brand: four series with nine models, and their options and colours. */
export const series = [
  { code: "S7", name: "启岳 S7", aliases: ["S7", "启岳七"], models: ["S7", "S7P"] },
  { code: "S9", name: "启岳 S9", aliases: ["S9"], models: ["S9", "S9L"] },
  { code: "X5", name: "启岳 X5", aliases: ["X5", "小五"], models: ["X5", "X5C", "X5F"] },
  { code: "M8", name: "启岳 M8", aliases: ["M8"], models: ["M8", "M8X"] },
] as const;

export interface DemoModel {
  readonly code: string;
  readonly name: string;
  readonly bodyClass: string;
  readonly energyType: string;
  readonly batteryKwh: number;
  readonly rangeKm: number;
  readonly size: readonly [length: number, width: number, height: number, kerbKg: number];
  readonly seats: number;
  /** The price in 元 of the simplest trim. */
  readonly price: number;
}

export const models: readonly DemoModel[] = [
  model("S7", "S7", "SEDAN", ["BEV", 82.5, 705], [4960, 1960, 1450, 2050], 5, 239_900),
  model("S7P", "S7 性能版", "SEDAN", ["BEV", 100, 680], [4960, 1960, 1440, 2180], 5, 299_900),
  model("S9", "S9", "SEDAN", ["BEV", 102, 760], [5160, 1990, 1480, 2260], 5, 359_900),
  model("S9L", "S9 行政版", "SEDAN", ["EREV", 45, 310], [5280, 1990, 1485, 2330], 5, 399_900),
  model("X5", "X5", "SUV_M", ["BEV", 79, 620], [4780, 1930, 1640, 2080], 5, 209_900),
  model("X5C", "X5 增程", "SUV_M", ["EREV", 40, 280], [4780, 1930, 1650, 2060], 5, 199_900),
  model("X5F", "X5 家庭版", "SUV_L", ["EREV", 42, 265], [5050, 1970, 1760, 2360], 6, 249_900),
  model("M8", "M8", "MPV", ["PHEV", 38, 205], [5230, 1998, 1850, 2480], 7, 319_900),
  model("M8X", "M8 尊享版", "MPV", ["PHEV", 44, 240], [5230, 1998, 1850, 2540], 7, 389_900),
];

function model(
  code: string,
  name: string,
  bodyClass: string,
  [energyType, batteryKwh, rangeKm]: [string, number, number],
  size: DemoModel["size"],
  seats: number,
  price: number,
): DemoModel {
  return { code, name, bodyClass, energyType, batteryKwh, rangeKm, size, seats, price };
}

export interface DemoConfig {
  readonly code: string;
  readonly model: string;
  readonly year: number;
  readonly trim: string;
  readonly drive: string;
  readonly status: "DRAFT" | "ENABLED" | "DISABLED";
  /** The price in 元. */
  readonly price: number;
}

/** Makes 24 configurations: the trims of this year, last year's trims of the S7, and drafts. */
export function configsOf(thisYear: number): DemoConfig[] {
  const year = (at: number) => String(at).slice(2);
  const current = models.flatMap(({ code, price }): DemoConfig[] => [
    trimOf(code, { year: thisYear, key: "STD", trim: "标准版", drive: "RWD", price }),
    trimOf(code, { year: thisYear, key: "LR-AWD", trim: "长续航四驱版", drive: "AWD", price: price + 30_000 }),
  ]);
  const former = ["S7", "S7P"].map((code) => ({
    ...trimOf(code, { year: thisYear - 1, key: "STD", trim: "标准版", drive: "RWD", price: 245_900 }),
    status: "DISABLED" as const,
  }));
  const offSale = new Set([`X5C-${year(thisYear)}-LR-AWD`, `M8-${year(thisYear)}-LR-AWD`]);
  const coming = ["S7", "X5", "M8X"].map((code) => ({
    ...trimOf(code, { year: thisYear + 1, key: "STD", trim: "标准版", drive: "RWD", price: 0 }),
    status: "DRAFT" as const,
  }));
  const extra = trimOf("S9", { year: thisYear, key: "FE", trim: "首发限定版", drive: "AWD", price: 429_900 });
  return [...former, ...current, extra, ...coming].map((one) =>
    offSale.has(one.code) ? { ...one, status: "DISABLED" } : one,
  );
}

function trimOf(
  model: string,
  { year, key, ...rest }: Pick<DemoConfig, "year" | "trim" | "drive" | "price"> & { key: string },
): DemoConfig {
  return { code: `${model}-${String(year).slice(2)}-${key}`, model, year, status: "ENABLED", ...rest };
}

export const colors = [
  ["EX-W01", "珍珠白", "EXT", "#f2f1ec", 6_000],
  ["EX-B01", "曜石黑", "EXT", "#15171a", 0],
  ["EX-G01", "月岩灰", "EXT", "#7c8085", 0],
  ["EX-S01", "流光银", "EXT", "#c3c7cb", 0],
  ["EX-L01", "深海蓝", "EXT", "#1f3a5f", 6_000],
  ["EX-R01", "朱砂红", "EXT", "#9c2327", 8_000],
  ["EX-N01", "松林绿", "EXT", "#2f4a3c", 8_000],
  ["EX-P01", "暮光紫", "EXT", "#5a4a6b", 10_000],
  ["EX-C01", "香槟金", "EXT", "#cbb894", 6_000],
  ["IN-B02", "墨黑", "INT", "#22252a", 0],
  ["IN-W02", "米白", "INT", "#ece5d8", 0],
  ["IN-R02", "酒红", "INT", "#6d2a33", 3_000],
  ["IN-C02", "焦糖棕", "INT", "#9a6b45", 3_000],
  ["IN-G02", "云灰", "INT", "#b9bcc0", 0],
] as const;

export const options = [
  ["OP-ADS", "高阶智驾", "ADS", 12_000],
  ["OP-ADSL", "激光雷达", "ADS", 9_000],
  ["OP-PARK", "代客泊车", "ADS", 5_000],
  ["OP-SEAT", "舒享座椅", "SEAT", 8_000],
  ["OP-MASS", "座椅按摩", "SEAT", 4_000],
  ["OP-VENT", "座椅通风加热", "SEAT", 3_000],
  ["OP-ZERO", "零重力副驾", "SEAT", 6_000],
  ["OP-SEAT6", "六座布局", "SEAT", 5_000],
  ["OP-W20", "20寸轮毂", "WHEEL", 4_000],
  ["OP-W21", "21寸轮毂", "WHEEL", 8_000],
  ["OP-W21S", "21寸运动轮毂", "WHEEL", 12_000],
  ["OP-AUD", "23扬声器音响", "AUDIO", 6_000],
  ["OP-AUDP", "影院级音响", "AUDIO", 12_000],
  ["OP-HUD", "抬头显示", "OTHER", 4_000],
  ["OP-ROOF", "全景天幕遮阳", "OTHER", 2_000],
  ["OP-AIR", "空气悬架", "OTHER", 15_000],
  ["OP-TOW", "拖车钩", "OTHER", 3_000],
  ["OP-FRID", "车载冰箱", "OTHER", 6_000],
  ["OP-SCR", "后排娱乐屏", "OTHER", 7_000],
] as const;

export const packages = [
  ["PK-LUX", "豪华包", ["OP-SEAT", "OP-AUD", "OP-HUD"], 15_000],
  ["PK-ADS", "智驾包", ["OP-ADS", "OP-ADSL", "OP-PARK"], 22_000],
  ["PK-FAM", "家庭包", ["OP-FRID", "OP-SCR"], 11_000],
] as const;

export const marketTypes = [
  ["RETAIL", "国内零售", true, ["SALE"]],
  ["FLEET", "大客户", true, ["SALE"]],
  ["STAFF", "员工购车", true, ["SALE"]],
  ["TESTDRIVE", "试驾车", true, ["DISPLAY"]],
  ["SHOWCAR", "展车", true, ["DISPLAY"]],
  ["USED", "官方二手", false, ["SALE"]],
  ["EXPORT", "出口", false, ["SALE"]],
] as const;
