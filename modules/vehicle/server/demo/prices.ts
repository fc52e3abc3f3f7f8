import { demoId, systemActor } from "@ops/platform/server";
import type { Insertable } from "kysely";
import type { VehicleTables } from "../tables.generated.ts";
import { colors, type DemoConfig, options, packages } from "./brand.ts";
import type { Stamp } from "./stamp.ts";

const DAY_MS = 86_400_000;

/** The steps of the base price in percent: two changes in the past. The S7 gets one more in the future. */
const steps = [
  { from: -300, to: -120, percent: 100 },
  { from: -120, to: -30, percent: 98 },
  { from: -30, to: null, percent: 96 },
] as const;

/**
 * Makes the base price with its changes, and one constant price per option and colour. A draft has no published prices.
 */
export function priceRows(config: DemoConfig, stamp: Stamp, today: Date): Insertable<VehicleTables["carPrice"]>[] {
  if (config.status === "DRAFT") return [];
  const at = (days: number | null) => (days === null ? null : new Date(today.getTime() + days * DAY_MS));
  const row = (item: Priced, from: number, to: number | null) => ({
    ...stamp(`carPrice:${config.code}:${item.code}:${from}`),
    carConfigId: demoId(`carConfig:${config.code}`),
    kind: item.kind,
    itemCode: item.code,
    amountFen: item.yuan * 100,
    effectiveFrom: at(from),
    effectiveTo: at(to),
    state: "PUBLISHED" as const,
    publishedAt: at(from),
    publishedBy: systemActor.userId,
  });
  const base = (percent: number): Priced => ({
    kind: "BASE",
    code: "",
    yuan: Math.round((config.price * percent) / 100_000) * 1000 - 100,
  });
  const hasNext = config.model === "S7" && config.status === "ENABLED";
  const last = hasNext ? 20 : null;
  return [
    ...steps.map(({ from, to, percent }) => row(base(percent), from, to ?? last)),
    ...(hasNext ? [row(base(94), 20, null)] : []),
    ...items.map((item) => row(item, -300, null)),
  ];
}

interface Prepared {
  readonly today: Date;
  readonly by: string;
}

/** Makes price drafts that wait for a second person. */
export function draftRows(
  config: DemoConfig,
  stamp: Stamp,
  { today, by }: Prepared,
): Insertable<VehicleTables["carPrice"]>[] {
  if (config.model !== "X5" || config.status !== "ENABLED") return [];
  return [
    {
      ...stamp(`carPrice:${config.code}:draft`),
      createdAt: today,
      createdBy: by,
      updatedAt: today,
      updatedBy: by,
      carConfigId: demoId(`carConfig:${config.code}`),
      kind: "BASE",
      itemCode: "",
      amountFen: (config.price - 8_000) * 100,
      effectiveFrom: new Date(today.getTime() + 15 * DAY_MS),
    },
  ];
}

interface Priced {
  readonly kind: "BASE" | "OPTION" | "COLOR";
  readonly code: string;
  readonly yuan: number;
}

const items: readonly Priced[] = [
  ...colors.filter(([, , , , yuan]) => yuan > 0).map(([code, , , , yuan]) => ({ kind: "COLOR" as const, code, yuan })),
  ...options.map(([code, , , yuan]) => ({ kind: "OPTION" as const, code, yuan })),
  ...packages.map(([code, , , yuan]) => ({ kind: "OPTION" as const, code, yuan })),
];
