import { endpoint, moment } from "@ops/platform/contract";
import { z } from "zod";
import { CAR_PAGE } from "../car/calls.ts";
import { whereabouts } from "../car/states.ts";
import { blockKind } from "../car/words.ts";
import { IntakePoint } from "../intake/calls.ts";

/** Days between two steps, for cars that have taken both. */
const Duration = z.object({ cars: z.int(), medianDays: z.number(), p90Days: z.number() });

export const CarStatistics = z.object({
  /** The time of the count, which is cached for a minute. */
  countedAt: moment,
  /** 在册车辆 now, by 去向. */
  whereabouts: z.array(z.object({ whereabouts, count: z.int() })),
  /** 库存: cars that are free or locked and not at an owner, by age. The classes are those of the filter of the list. */
  stock: z.array(
    z.object({
      seriesId: z.string(),
      seriesName: z.string(),
      ages: z.object({ "0-30": z.int(), "31-45": z.int(), "46-90": z.int(), "91-": z.int() }),
      /** Cars in stock without a known arrival. */
      unknownAge: z.int(),
      count: z.int(),
    }),
  ),
  /** 下线→放行 and 下线→到店 by plant, for cars built in the last twelve months. */
  leadTimes: z.array(
    z.object({
      month: z.string(),
      plantCode: z.string(),
      cars: z.int(),
      toRelease: Duration.nullable(),
      toStore: Duration.nullable(),
    }),
  ),
  /**
   * 管控率 at the end of each of the last thirty days: cars with an open block, by kind, among those neither delivered nor
   * off.
   */
  blocks: z.array(
    z.object({
      day: z.string(),
      cars: z.int(),
      blocked: z.array(z.object({ kind: blockKind, cars: z.int() })),
    }),
  ),
  /** 配置结构 of the last twelve months: the most common ones, and all others as one line without a key. */
  configurations: z.array(
    z.object({
      configKey: z.string().nullable(),
      configName: z.string(),
      extColorName: z.string(),
      intColorName: z.string(),
      optionNames: z.array(z.string()),
      produced: z.int(),
      allocated: z.int(),
      stock: z.int(),
    }),
  ),
  /** 接入质量 of the last thirty days. It covers the whole brand, and is therefore only for readers who see all cars. */
  intake: z.array(IntakePoint).nullable(),
});
export type CarStatistics = z.output<typeof CarStatistics>;

/** Answers the statistics of section 9 for the reader's data scope. */
export const getCarStatistics = endpoint({
  method: "GET",
  path: "/vehicle/v1/stats",
  title: "车辆统计",
  permission: "vehicle:stat:view",
  page: CAR_PAGE,
  answer: CarStatistics,
});
