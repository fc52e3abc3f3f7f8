import type { ReadinessKey } from "@ops/store/contract";

/** Where something that is missing is made ready: a tab of the store, or a dialog about it. */
export type ReadinessWay =
  | { readonly label: string; readonly tab: "hours" | "people" | "projects" | "trainings" }
  | { readonly label: string; readonly ask: "edit" | "manager" }
  | { readonly label: string; readonly partner: true };

const ways: Readonly<Record<ReadinessKey, ReadinessWay>> = {
  PLACE: { label: "编辑门店", ask: "edit" },
  HOURS: { label: "维护营业时间", tab: "hours" },
  LICENSE: { label: "编辑门店", ask: "edit" },
  MANAGER: { label: "设置店长", ask: "manager" },
  HEADS: { label: "查看人员", tab: "people" },
  VERIFIED: { label: "查看项目", tab: "projects" },
  CERTS: { label: "查看人员培训", tab: "trainings" },
};

/** The way to what a store lacks (ST-R4). The licence of a partner's store is the partner's. */
export function wayTo(key: ReadinessKey, { partnerId }: { readonly partnerId: string | null }): ReadinessWay {
  return key === "LICENSE" && partnerId !== null ? { label: "查看合作伙伴", partner: true } : ways[key];
}
