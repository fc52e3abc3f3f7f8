import { endpoint, moment } from "@ops/platform/contract";
import { z } from "zod";
import { CAR_PAGE } from "../car/calls.ts";
import { whereabouts } from "../car/states.ts";
import { blockKind } from "../car/words.ts";
import { IntakePoint } from "../intake/calls.ts";

/** Days from one step to the next, of the cars that took both. */
const Duration = z.object({ cars: z.int(), medianDays: z.number(), p90Days: z.number() });

export const CarStatistics = z.object({
  /** When it was counted: the same for a minute. */
  countedAt: moment,
  /** 在册车辆 now. */
  whereabouts: z.array(z.object({ whereabouts, count: z.int() })),
  /** 库存: free or locked and not at an owner, by age; the ages are those of the list's filter. */
  stock: z.array(
    z.object({
      seriesId: z.string(),
      seriesName: z.string(),
      ages: z.object({ "0-30": z.int(), "31-45": z.int(), "46-90": z.int(), "91-": z.int() }),
      /** In stock, but nobody told since when. */
      unknownAge: z.int(),
      count: z.int(),
    }),
  ),
  /** 下线→放行 and 下线→到店 of the cars that were built in a month of the last twelve, by plant. */
  leadTimes: z.array(
    z.object({
      month: z.string(),
      plantCode: z.string(),
      cars: z.int(),
      toRelease: Duration.nullable(),
      toStore: Duration.nullable(),
    }),
  ),
  /** 管控率 at the end of each of the last thirty days: cars with an open block of a kind among those not delivered or off. */
  blocks: z.array(
    z.object({
      day: z.string(),
      cars: z.int(),
      blocked: z.array(z.object({ kind: blockKind, cars: z.int() })),
    }),
  ),
  /** 配置结构 of the last twelve months: the commonest, and all others as one line without a key. */
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
  /** 接入质量 of the last thirty days; the whole brand's, therefore only for those who see all cars. */
  intake: z.array(IntakePoint).nullable(),
});
export type CarStatistics = z.output<typeof CarStatistics>;

/** Section 9, inside the reader's data scope. */
export const getCarStatistics = endpoint({
  method: "GET",
  path: "/vehicle/v1/stats",
  title: "车辆统计",
  permission: "vehicle:stat:view",
  page: CAR_PAGE,
  answer: CarStatistics,
});
