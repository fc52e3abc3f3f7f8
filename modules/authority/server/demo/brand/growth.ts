import type { Place } from "./brand.ts";

/**
 * What the brand opened in its second year. It is listed apart, so that adding
 * places here does not change who works at the first places.
 */
interface Growth {
  readonly area: string;
  /** The name of a new area; missing for an area that existed before. */
  readonly name?: string;
  /** Code and name of a city, its division if the city is new, and the districts in which stores open. */
  readonly cities: readonly string[];
  readonly delivery?: string;
}

const growth: readonly Growth[] = [
  {
    area: "EAST",
    cities: [
      "SH/上海 静安310106 闵行310112 杨浦310110 嘉定310114",
      "HZ/杭州 拱墅330105 萧山330109",
      "NJ/南京 江宁320115",
      "SZ/苏州 昆山320583",
      "NB/宁波/330200 海曙330203 鄞州330212 北仑330206",
    ],
    delivery: "杭州萧山330109",
  },
  {
    area: "SOUTH",
    cities: [
      "GZ/广州 白云440111 海珠440105",
      "SZX/深圳 福田440304 宝安440306",
      "FZ/福州/350100 鼓楼350102 仓山350104 台江350103",
    ],
    delivery: "深圳宝安440306",
  },
  {
    area: "NORTH",
    cities: [
      "BJ/北京 丰台110106 通州110112 大兴110115 昌平110114",
      "TJ/天津 南开120104",
      "ZZ/郑州 二七410103",
      "QD/青岛 市北370203",
      "JN/济南/370100 历下370102 历城370112 市中370103",
    ],
    delivery: "天津武清120114",
  },
  {
    area: "WEST",
    cities: [
      "CD/成都 青羊510105 双流510116",
      "CQ/重庆 南岸500108 九龙坡500107",
      "XA/西安 未央610112",
      "WH/武汉 江汉420103 汉阳420105",
      "KM/昆明/530100 盘龙530103 官渡530111 西山530112",
    ],
  },
  {
    area: "NORTHEAST",
    name: "东北大区",
    delivery: "沈阳铁西210106",
    cities: [
      "SY/沈阳/210100 和平210102 浑南210112 铁西210106",
      "DL/大连/210200 中山210202 甘井子210211 金州210213",
      "CC/长春/220100 朝阳220104 南关220102 绿园220106",
      "HRB/哈尔滨/230100 道里230102 南岗230103 香坊230110",
    ],
  },
  {
    area: "CENTRAL",
    name: "华中大区",
    delivery: "长沙雨花430111",
    cities: [
      "CS/长沙/430100 岳麓430104 雨花430111 开福430105",
      "NC/南昌/360100 红谷滩360113 青山湖360111 东湖360102",
      "HF/合肥/340100 蜀山340104 包河340111 庐阳340103",
      "YC/宜昌/420500 西陵420502 伍家岗420503 夷陵420506",
    ],
  },
];

const departments = ["MARKET 市场部", "HR 人力资源部", "LEGAL 法务合规部"];
const partners = [
  "江苏瑞岳汽车服务有限公司 瑞岳汽车",
  "四川蜀骋汽车销售有限公司 蜀骋汽车",
  "山东鲁启汽车贸易有限公司 鲁启汽车",
  "辽宁沈远汽车服务有限公司 沈远汽车",
  "湖南湘驰汽车销售有限公司 湘驰汽车",
];
const carriers = ["华驰板车运输有限公司 华驰板车", "南岭汽车物流有限公司 南岭物流", "长风联运有限公司 长风联运"];
const roads = ["人民路", "解放大道", "建设北路", "中山路", "迎宾大道", "科技园路", "长江路", "和平大街", "滨河路"];

export function laterPlaces(group: string): Place[] {
  const blank = { parent: group, regionCode: null, address: null };
  const outside = (type: "PARTNER" | "CARRIER", prefix: string, first: number) => (line: string, n: number) => {
    const [name = "", shortName = ""] = line.split(" ");
    return { ...blank, code: `${prefix}-00${first + n}`, name, shortName, type };
  };
  return [
    ...departments.map((line) => {
      const [code, name = ""] = line.split(" ");
      return { ...blank, code: `DEPT-${code}`, name, shortName: name, type: "DEPT" as const };
    }),
    ...growth.flatMap((one) => placesIn(one, group)),
    ...partners.map(outside("PARTNER", "PT", 4)),
    ...carriers.map(outside("CARRIER", "CR", 3)),
  ];
}

function placesIn({ area, name, cities, delivery }: Growth, group: string): Place[] {
  const places: Place[] = [];
  if (name) {
    const shortName = name.replace("大区", "");
    places.push({ code: area, name, shortName, regionCode: null, address: null, type: "REGION", parent: group });
  }
  for (const line of cities) places.push(...placesInCity(area, line));
  if (delivery) {
    const { name: shortName, regionCode } = districtOf(delivery);
    const named = { code: `DC-${area}2`, name: `${shortName}交付中心`, shortName };
    places.push({ ...named, type: "DELIVERY", parent: area, regionCode, address: addressOf(regionCode) });
  }
  return places;
}

function placesInCity(area: string, line: string): Place[] {
  const [head = "", ...districts] = line.split(" ");
  const [code = "", name = "", regionCode] = head.split("/");
  const city = {
    code: `CITY-${code}`,
    name,
    shortName: name,
    parent: area,
    address: null,
    type: "CITY" as const,
  };
  const stores = districts.map((district, n): Place => {
    const { name: short, regionCode: where } = districtOf(district);
    const kind = n % 2 === 0 ? "体验中心" : "用户中心";
    return {
      code: `ST-${code}${11 + n}`,
      name: `${name}${short}${kind}`,
      shortName: `${name}${short}`,
      type: "STORE",
      parent: city.code,
      regionCode: where,
      address: addressOf(where),
    };
  });
  return regionCode === undefined ? stores : [{ ...city, regionCode }, ...stores];
}

function districtOf(text: string) {
  return { name: text.slice(0, -6), regionCode: text.slice(-6) };
}

function addressOf(regionCode: string): string {
  const number = Number(regionCode);
  return `${roads[number % roads.length]}${((number * 37) % 900) + 8}号`;
}
