import type { PartnerKind } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";

/** A company of the demo with its region, its business and its state. */
export interface Company {
  readonly shortName: string;
  readonly fullName: string;
  readonly region: "EAST" | "SOUTH" | "NORTH" | "WEST";
  readonly cities: readonly string[];
  readonly kinds: readonly PartnerKind[];
  readonly level: PartnerRow["level"];
  readonly state: PartnerRow["state"];
  /** The organisation of the brand's demo that belongs to the company. */
  readonly orgCode?: string;
}

type Line = readonly [
  shortName: string,
  business: string,
  area: Company["region"],
  cities: string,
  kinds: string,
  level: Company["level"],
  state: Company["state"],
];

const first: readonly Company[] = [
  {
    shortName: "澄远汽车",
    fullName: "浙江澄远汽车服务有限公司",
    region: "EAST",
    cities: ["330100", "330200"],
    kinds: ["AGENT", "DELIVERY"],
    level: "S",
    state: "ACTIVE",
    orgCode: "PT-001",
  },
  {
    shortName: "粤骋汽车",
    fullName: "广东粤骋汽车销售有限公司",
    region: "SOUTH",
    cities: ["440100"],
    kinds: ["AGENT"],
    level: "A",
    state: "ACTIVE",
    orgCode: "PT-002",
  },
  {
    shortName: "津岳汽车",
    fullName: "天津津岳汽车贸易有限公司",
    region: "NORTH",
    cities: ["120100"],
    kinds: ["AGENT", "SERVICE"],
    level: "B",
    state: "ACTIVE",
    orgCode: "PT-003",
  },
];

const lines: readonly Line[] = [
  ["沪行", "上海沪行汽车销售服务", "EAST", "310100", "AGENT", "A", "ACTIVE"],
  ["苏捷", "苏州苏捷汽车服务", "EAST", "320500", "SERVICE", "B", "ACTIVE"],
  ["宁畅", "南京宁畅交付服务", "EAST", "320100", "DELIVERY", "A", "ACTIVE"],
  ["甬电", "宁波甬电新能源科技", "EAST", "330200", "CHARGER", "B", "ACTIVE"],
  ["鹏程驿", "深圳鹏程驿汽车销售", "SOUTH", "440300", "AGENT", "S", "ACTIVE"],
  ["莞达", "东莞莞达汽车服务", "SOUTH", "441900", "SERVICE", "C", "ACTIVE"],
  ["鹭航", "厦门鹭航汽车贸易", "SOUTH", "350200", "AGENT", "B", "ACTIVE"],
  ["粤充", "广州粤充电力工程", "SOUTH", "440100,440300", "CHARGER", "A", "ACTIVE"],
  ["京辰", "北京京辰汽车销售服务", "NORTH", "110100", "AGENT,DELIVERY", "A", "ACTIVE"],
  ["豫通", "郑州豫通汽车服务", "NORTH", "410100", "SERVICE", "B", "ACTIVE"],
  ["青帆", "青岛青帆汽车贸易", "NORTH", "370200", "AGENT", "B", "ACTIVE"],
  ["蓉驰", "成都蓉驰汽车销售", "WEST", "510100", "AGENT", "S", "ACTIVE"],
  ["渝安", "重庆渝安汽车服务", "WEST", "500100", "SERVICE,DELIVERY", "B", "ACTIVE"],
  ["启岳金融伙伴", "上海明泽融资租赁", "EAST", "310100", "FINANCE", "A", "ACTIVE"],
  ["安衡保险", "安衡保险经纪", "NORTH", "110100", "INSURANCE", "B", "ACTIVE"],
  ["车友圈", "杭州车友圈网络科技", "EAST", "330100", "CLUE", "B", "ACTIVE"],
  ["光合会展", "广州光合会展服务", "SOUTH", "440100", "EVENT", "C", "ACTIVE"],
  ["澄远交付", "宁波澄远汽车交付服务", "EAST", "330200", "DELIVERY", "B", "ONBOARDING"],
  ["秦岭行", "西安秦岭行汽车销售", "WEST", "610100", "AGENT", "B", "ONBOARDING"],
  ["江城快修", "武汉江城快修汽车服务", "WEST", "420100", "SERVICE", "B", "ONBOARDING"],
  ["星桩", "成都星桩新能源", "WEST", "510100", "CHARGER", "B", "ONBOARDING"],
  ["优选线索", "北京优选数据科技", "NORTH", "110100", "CLUE", "B", "ONBOARDING"],
  ["湘约", "武汉湘约汽车销售", "WEST", "420100", "AGENT", "B", "REVIEW"],
  ["海峡充", "厦门海峡充电科技", "SOUTH", "350200", "CHARGER", "B", "REVIEW"],
  ["诚保", "天津诚保保险代理", "NORTH", "120100", "INSURANCE", "B", "REVIEW"],
  ["岭南车", "东莞岭南车汽车服务", "SOUTH", "441900", "SERVICE", "B", "DRAFT"],
  ["沪上展", "上海沪上展览服务", "EAST", "310100", "EVENT", "B", "DRAFT"],
  ["燕赵", "北京燕赵汽车贸易", "NORTH", "110100", "AGENT", "B", "REJECTED"],
  ["钱塘", "杭州钱塘汽车销售", "EAST", "330100", "AGENT", "C", "SUSPENDED"],
  ["巴蜀", "重庆巴蜀汽车服务", "WEST", "500100", "SERVICE", "C", "SUSPENDED"],
  ["滨海行", "天津滨海行汽车销售", "NORTH", "120100", "AGENT", "B", "SUSPENDED"],
  ["珠江行", "广州珠江行汽车销售", "SOUTH", "440100", "AGENT", "C", "EXITING"],
  ["旧友", "苏州旧友物料", "EAST", "320500", "OTHER", "C", "TERMINATED"],
];

const kindsOf = (text: string): PartnerKind[] => {
  const all = ["AGENT", "DELIVERY", "SERVICE", "CHARGER", "FINANCE", "INSURANCE", "CLUE", "EVENT", "OTHER"] as const;
  return all.filter((kind) => text.split(",").includes(kind));
};

/** 36 companies that cover every state and every kind. */
export const companies: readonly Company[] = [
  ...first,
  ...lines.map(([shortName, business, region, cities, kinds, level, state]) => ({
    shortName,
    fullName: `${business}有限公司`,
    region,
    cities: cities.split(","),
    kinds: kindsOf(kinds),
    level,
    state,
  })),
];
