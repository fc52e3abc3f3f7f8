import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { refKind } from "../record/ref.ts";
import { withMeta } from "../value/field-meta.ts";
import { version } from "../value/fields.ts";
import { requiredText } from "../value/text-width.ts";

/** The GB/T 2260 code of a province, city or district. */
export const regionCode = z
  .string("行政区划代码格式不正确")
  .regex(/^\d{6}$/, "行政区划代码格式不正确")
  .meta({ label: "行政区划" });

/** A city as a whole, known by its code. */
export const CityRef = refKind("city", { entity: "城市", hint: "城市名称、拼音或首字母", id: regionCode });

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
  query: z.object({
    depth: z.coerce.number<number | string>("层级格式不正确").int().min(1).max(3).default(3).meta({ label: "层级" }),
  }),
  answer: z.array(RegionNode),
});

/** Where each city has its centre, to about a kilometre: as dots they draw the country without a map service (PF-R130). */
export const listCityCentres = endpoint({
  method: "GET",
  path: "/lbs/v1/regions/centres",
  title: "城市中心",
  permission: "session",
  revalidates: true,
  answer: z.array(z.object({ code: regionCode, lng: z.number(), lat: z.number() })),
});

/** The present region for a code that a record has (PF-R102). */
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
      .transform((codes) => [...new Set(codes.split(","))])
      .meta({ label: "行政区划代码" }),
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
  code: withMeta(z.string(), { label: "编码" }),
  name: withMeta(z.string(), { label: "名称" }),
  level: withMeta(z.int(), { label: "层级" }),
  parentCode: z.string().nullable(),
  parentName: withMeta(z.string().nullable(), { label: "上级" }),
  status: regionStatus,
  replacedBy: withMeta(z.string().nullable(), { label: "替换为" }),
  replacedByName: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  version,
});
export type ManagedRegion = z.output<typeof ManagedRegion>;

export const listManagedRegions = endpoint({
  method: "GET",
  path: "/lbs/v1/managed-regions",
  title: "行政区划维护列表",
  permission: "platform:region:edit",
  query: listQuery.extend({
    /** Part of the name, begin of the code, pinyin or initials. */
    keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }),
    level: z.coerce.number<number | string>("层级格式不正确").int().min(1).max(3).optional().meta({ label: "层级" }),
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
    keyword: z.string("请输入地址").trim().min(1, "请输入地址").max(100).meta({ label: "地址" }),
    /** A province, city or district that contains the address. */
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
