import type { AnswerOf } from "@ops/platform/contract";
import { queryClient, queryKeyOf } from "@ops/platform/web";
import { listCars } from "@ops/vehicle/contract";

/** The cars before and after this one in the list that is on the screen. */
export function neighboursOf(vin: string): { before: string | undefined; after: string | undefined } {
  const shown = { queryKey: queryKeyOf(listCars), type: "active" } as const;
  const lists = queryClient
    .getQueriesData<AnswerOf<typeof listCars>>(shown)
    .map(([, page]) => page?.list.map((car) => car.vin) ?? []);
  const vins = lists.find((list) => list.includes(vin)) ?? [];
  const at = vins.indexOf(vin);
  return { before: vins[at - 1], after: vins[at + 1] };
}
