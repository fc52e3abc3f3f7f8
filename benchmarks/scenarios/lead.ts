import type { Request } from "../load.ts";
import { type Reader, tokenOf } from "../reader.ts";
import { cities, statuses } from "../volumes.ts";

export interface Scenario {
  readonly name: string;
  /** At least this share of what the limit answers in the same time. */
  readonly goal: number;
  readonly requests: readonly Request[];
}

const VARIETY = 500;
const PEOPLE_AT_WORK = 50;

/** What the staff do all day, on the table of the benchmarks. */
export function leadScenarios(reader: Reader, leadIds: readonly string[]): Scenario[] {
  const detail = (n: number) => `/bench/v1/leads/${leadIds[n % leadIds.length]}`;
  const many = (make: (n: number) => Omit<Request, "token">) =>
    Array.from({ length: VARIETY }, (_, n) => ({ ...make(n), token: tokenOf(n % PEOPLE_AT_WORK) }));
  return [
    {
      name: "list page of 20: filter, sort, total",
      goal: 0.95,
      requests: many((n) => ({ method: "GET", path: filteredPage(n) })),
    },
    {
      name: "detail by id",
      goal: 0.8,
      requests: many((n) => ({ method: "GET", path: detail(n) })),
    },
    {
      name: "detail by id, session read at every call",
      goal: 0.6,
      requests: Array.from({ length: reader.sessions }, (_, n) => ({
        method: "GET",
        path: detail(n),
        token: tokenOf(n),
      })),
    },
    {
      name: "create one, with audit row",
      goal: 0.75,
      requests: many((n) => ({ method: "POST", path: "/bench/v1/leads", body: newLead(n) })),
    },
  ];
}

/** The newest of all, without a filter: its total stops counting at 10,000. */
export function unfilteredPages(): Request[] {
  return Array.from({ length: 50 }, (_, n) => ({
    method: "GET",
    path: `/bench/v1/leads?pageNo=${1 + (n % 5)}&pageSize=20`,
    token: tokenOf(n % PEOPLE_AT_WORK),
  }));
}

function filteredPage(n: number): string {
  const [status, city] = [statuses[n % statuses.length], cities[(n * 7) % cities.length] ?? ""];
  return `/bench/v1/leads?pageNo=1&pageSize=20&status=${status}&city=${encodeURIComponent(city)}`;
}

function newLead(n: number) {
  return {
    leadNo: `XN${n}`,
    customerName: `新客户${n}`,
    phone: "13812345678",
    gender: "MALE",
    city: cities[n % cities.length],
    level: "A",
    status: "FOLLOWING",
    source: "渠道1",
    model: "车型1",
    budgetFen: 25_000_000 + n,
    remark: "周末到店",
  };
}
