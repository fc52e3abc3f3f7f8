import type { OrganizationType } from "../../database.ts";
import { laterPlaces } from "./growth.ts";

/** A place where people of the invented brand 启岳汽车 work. */
export interface Place {
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  readonly type: OrganizationType;
  readonly parent: string | null;
  readonly regionCode: string | null;
  readonly address: string | null;
}

export const GROUP_CODE = "QY";

/** Each area with its delivery centre, the administrative division of the centre and its street. */
const areas: readonly (readonly [code: string, name: string, delivery: string, regionCode: string, street: string])[] =
  [
    ["EAST", "华东大区", "上海嘉定交付中心", "310114", "曹安公路4800号"],
    ["SOUTH", "华南大区", "广州黄埔交付中心", "440112", "开创大道2707号"],
    ["NORTH", "华北大区", "北京大兴交付中心", "110115", "金苑路26号"],
    ["WEST", "中西大区", "成都龙泉驿交付中心", "510112", "车城东六路9号"],
  ];

const cities: readonly (readonly [area: string, code: string, name: string, regionCode: string])[] = [
  ["EAST", "SH", "上海", "310100"],
  ["EAST", "HZ", "杭州", "330100"],
  ["EAST", "NJ", "南京", "320100"],
  ["EAST", "SZ", "苏州", "320500"],
  ["SOUTH", "GZ", "广州", "440100"],
  ["SOUTH", "SZX", "深圳", "440300"],
  ["SOUTH", "DG", "东莞", "441900"],
  ["SOUTH", "XM", "厦门", "350200"],
  ["NORTH", "BJ", "北京", "110100"],
  ["NORTH", "TJ", "天津", "120100"],
  ["NORTH", "ZZ", "郑州", "410100"],
  ["NORTH", "QD", "青岛", "370200"],
  ["WEST", "CD", "成都", "510100"],
  ["WEST", "CQ", "重庆", "500100"],
  ["WEST", "XA", "西安", "610100"],
  ["WEST", "WH", "武汉", "420100"],
];

/** Stores get their number from their order within the city. */
const stores: readonly (readonly [city: string, district: string, kind: string, regionCode: string, street: string])[] =
  [
    ["SH", "浦东", "体验中心", "310115", "张杨路588号"],
    ["SH", "徐汇", "体验中心", "310104", "漕溪北路339号"],
    ["HZ", "西湖", "体验中心", "330106", "文二西路712号"],
    ["HZ", "滨江", "用户中心", "330108", "江南大道228号"],
    ["NJ", "建邺", "体验中心", "320105", "江东中路98号"],
    ["SZ", "吴中", "用户中心", "320506", "宝带东路155号"],
    ["GZ", "天河", "体验中心", "440106", "天河路208号"],
    ["GZ", "番禺", "用户中心", "440113", "番禺大道北555号"],
    ["SZX", "南山", "体验中心", "440305", "科苑南路2666号"],
    ["SZX", "龙岗", "用户中心", "440307", "龙翔大道8033号"],
    ["DG", "南城", "体验中心", "441900", "鸿福路200号"],
    ["XM", "思明", "体验中心", "350203", "湖滨南路76号"],
    ["BJ", "朝阳", "体验中心", "110105", "建国路87号"],
    ["BJ", "海淀", "体验中心", "110108", "中关村大街15号"],
    ["TJ", "河西", "体验中心", "120103", "友谊路50号"],
    ["TJ", "滨海", "用户中心", "120116", "第一大街79号"],
    ["ZZ", "金水", "体验中心", "410105", "花园路126号"],
    ["QD", "崂山", "用户中心", "370212", "海尔路63号"],
    ["CD", "锦江", "体验中心", "510104", "红星路三段1号"],
    ["CD", "武侯", "用户中心", "510107", "机场路181号"],
    ["CQ", "渝北", "体验中心", "500112", "金开大道1003号"],
    ["CQ", "江北", "用户中心", "500105", "北城天街6号"],
    ["XA", "雁塔", "体验中心", "610113", "长安南路303号"],
    ["WH", "洪山", "体验中心", "420111", "珞喻路726号"],
  ];

const departments: readonly (readonly [code: string, name: string])[] = [
  ["GM", "总经办"],
  ["SALES", "销售运营部"],
  ["USER", "用户运营部"],
  ["DELIVERY", "交付运营部"],
  ["LOGISTICS", "物流管理部"],
  ["CHANNEL", "渠道发展部"],
  ["SERVICE", "客户服务中心"],
  ["IT", "信息技术部"],
  ["FINANCE", "财务部"],
];

const outsiders: readonly (readonly [code: string, name: string, shortName: string, type: "PARTNER" | "CARRIER"])[] = [
  ["PT-001", "浙江澄远汽车服务有限公司", "澄远汽车", "PARTNER"],
  ["PT-002", "广东粤骋汽车销售有限公司", "粤骋汽车", "PARTNER"],
  ["PT-003", "天津津岳汽车贸易有限公司", "津岳汽车", "PARTNER"],
  ["CR-001", "启程联运物流有限公司", "启程联运", "CARRIER"],
  ["CR-002", "北辰达汽车物流有限公司", "北辰达物流", "CARRIER"],
];

/** Lists the whole tree, with parents before their children. */
export function places(): Place[] {
  return [...firstPlaces(), ...laterPlaces(GROUP_CODE)];
}

export function firstPlaces(): Place[] {
  const root: Place = { ...bare(GROUP_CODE, "启岳汽车集团", "启岳汽车"), type: "GROUP", parent: null };
  return [
    root,
    ...departments.map(([code, name]) => ({ ...bare(`DEPT-${code}`, name, name), type: "DEPT" as const })),
    ...areas.flatMap(placesOfArea),
    ...outsiders.map(([code, name, shortName, type]) => ({ ...bare(code, name, shortName), type })),
  ];
}

function placesOfArea([code, name, delivery, regionCode, address]: (typeof areas)[number]): Place[] {
  const centre = bare(`DC-${code}`, delivery, delivery.replace("交付中心", ""));
  return [
    { ...bare(code, name, name.replace("大区", "")), type: "REGION" },
    ...cities.filter(([area]) => area === code).flatMap(placesOfCity),
    { ...centre, type: "DELIVERY", parent: code, regionCode, address },
  ];
}

function placesOfCity([area, code, name, regionCode]: (typeof cities)[number]): Place[] {
  const own: Place = { ...bare(`CITY-${code}`, name, name), type: "CITY", parent: area, regionCode };
  const inCity = stores.filter(([city]) => city === code);
  return [
    own,
    ...inCity.map(([, shortName, kind, district, address], n) => ({
      ...bare(`ST-${code}0${n + 1}`, `${name}${shortName}${kind}`, `${name}${shortName}`),
      type: "STORE" as const,
      parent: own.code,
      regionCode: district,
      address,
    })),
  ];
}

function bare(code: string, name: string, shortName: string) {
  return { code, name, shortName, parent: GROUP_CODE, regionCode: null, address: null };
}
