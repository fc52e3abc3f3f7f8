import { z } from "zod";
import { endpoint } from "./endpoint.ts";

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
