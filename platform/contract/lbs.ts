import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { businessErrors } from "./errors.ts";
import { version } from "./fields.ts";
import { listQuery, pageOf } from "./paging.ts";
import { requiredText } from "./text-width.ts";

/** The GB/T 2260 code of a province, city or district. */
export const regionCode = z
  .string("行政区划代码格式不正确")
  .regex(/^\d{6}$/, "行政区划代码格式不正确")
  .meta({ label: "行政区划" });

export const Region = z.object({
  code: regionCode,
  name: z.string(),
  /** 1 province, 2 city, 3 district. */
  level: z.int(),
  parentCode: regionCode.nullable(),
  /** Syllables with blanks between, for searching by sound or initials. */
  pinyin: z.string(),
  /** False where the choice ends, which for a city without districts is level 2. */
  hasChildren: z.boolean(),
});
export type Region = z.output<typeof Region>;

export const listRegions = endpoint({
  method: "GET",
  path: "/lbs/v1/regions",
  title: "行政区划查询",
  permission: "session",
  revalidates: true,
  /** Without a parent: the provinces. */
  query: z.object({ parentCode: regionCode.optional() }),
  answer: z.array(Region),
});

export interface RegionNode {
  code: string;
  name: string;
  pinyin: string;
  children: RegionNode[];
}
export const RegionNode: z.ZodType<RegionNode> = z.object({
  code: regionCode,
  name: z.string(),
  pinyin: z.string(),
  get children() {
    return z.array(RegionNode);
  },
});

export const regionTree = endpoint({
  method: "GET",
  path: "/lbs/v1/regions/tree",
  title: "行政区划树",
  permission: "session",
  revalidates: true,
  query: z.object({ depth: z.coerce.number<number | string>("层级格式不正确").int().min(1).max(3).default(3) }),
  answer: z.array(RegionNode),
});

/** What a code that a record holds stands for today (PF-R102). */
export const ResolvedRegion = z.object({
  code: regionCode,
  /** Itself or, once it is abolished, what took its place; itself again where nothing did. */
  currentCode: regionCode,
  /** 江苏省 / 苏州市 / 昆山市, of the current one. */
  name: z.string(),
  isAdjusted: z.boolean(),
});
export type ResolvedRegion = z.output<typeof ResolvedRegion>;

export const resolveRegions = endpoint({
  method: "GET",
  path: "/lbs/v1/regions/resolve",
  title: "行政区划解析",
  permission: "session",
  revalidates: true,
  query: z.object({
    codes: z
      .string("行政区划代码格式不正确")
      .regex(/^\d{6}(,\d{6}){0,99}$/, "行政区划代码格式不正确")
      .transform((codes) => [...new Set(codes.split(","))]),
  }),
  /** Unknown codes are left out. */
  answer: z.array(ResolvedRegion),
});

const regionStatus = z.enum(["VALID", "ABOLISHED"], "请选择状态").meta({ label: "状态" });
export const regionStatuses: Readonly<Record<z.output<typeof regionStatus>, string>> = {
  VALID: "有效",
  ABOLISHED: "已停用",
};

export const ManagedRegion = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  level: z.int(),
  parentCode: z.string().nullable(),
  parentName: z.string().nullable(),
  status: regionStatus,
  replacedBy: z.string().nullable(),
  replacedByName: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  version,
});
export type ManagedRegion = z.output<typeof ManagedRegion>;

export const listManagedRegions = endpoint({
  method: "GET",
  path: "/lbs/v1/managedRegions",
  title: "行政区划维护列表",
  permission: "platform:region:edit",
  query: listQuery.extend({
    /** Part of the name, begin of the code, pinyin or initials. */
    keyword: z.string().trim().max(50).optional(),
    level: z.coerce.number<number | string>("层级格式不正确").int().min(1).max(3).optional(),
    status: regionStatus.optional(),
    parentCode: regionCode.optional(),
  }),
  answer: pageOf(ManagedRegion),
});

const degrees = (label: string, min: number, max: number) =>
  z
    .number(`${label}格式不正确`)
    .min(min, `${label}应在${min}至${max}之间`)
    .max(max, `${label}应在${min}至${max}之间`)
    .nullable()
    .meta({ label });

export const editRegion = endpoint({
  method: "PUT",
  path: "/lbs/v1/regions/{code}",
  audit: "编辑行政区划",
  permission: "platform:region:edit",
  params: z.object({ code: regionCode }),
  body: z.object({
    name: requiredText("名称", 60),
    status: regionStatus,
    replacedBy: regionCode.nullable().meta({ label: "替换为" }),
    lng: degrees("中心经度", 73, 136),
    lat: degrees("中心纬度", 3, 54),
    version,
  }),
  answer: ManagedRegion,
});

/** A place that a typed address may mean; coordinates are those of Chinese maps (GCJ-02). */
export const AddressCandidate = z.object({
  name: z.string(),
  address: z.string(),
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type AddressCandidate = z.output<typeof AddressCandidate>;

export const suggestAddresses = endpoint({
  method: "GET",
  path: "/lbs/v1/addresses/suggest",
  title: "地址联想",
  permission: "session",
  query: z.object({
    keyword: z.string("请输入地址").trim().min(1, "请输入地址").max(100),
    /** A province, city or district that the address lies in. */
    cityCode: regionCode.optional(),
  }),
  answer: z.array(AddressCandidate),
});

export const GeoPoint = z.object({
  lng: z.number(),
  lat: z.number(),
  regionCode: z.string().nullable(),
  /** How near: the address itself, or the centre of its district, city or province. */
  precision: z.enum(["ADDRESS", "DISTRICT", "CITY", "PROVINCE"]),
});
export type GeoPoint = z.output<typeof GeoPoint>;

export const geocode = endpoint({
  method: "POST",
  path: "/lbs/v1/geocode",
  audit: "地址解析",
  permission: "session",
  body: z.object({ address: requiredText("地址", 200), regionCode: regionCode.nullable().default(null) }),
  /** Null when nothing tells where it is. */
  answer: GeoPoint.nullable(),
});

export const lbsErrors = businessErrors("LBS", {
  unknown: "行政区划不存在，请重新选择",
  abolished: "行政区划「{name}」已停用，请重新选择",
  hasChildren: "下级还有{n}个有效的行政区划，请先停用",
  parentAbolished: "上级行政区划已停用，请先启用",
  successor: "替换的行政区划须为同级的其他有效区划",
  centre: "中心经度和中心纬度须同时填写",
});
