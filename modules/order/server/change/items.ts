import { refNames, type Tx } from "@ops/platform/server";
import { AnyStoreRef } from "@ops/store/contract";
import { lookupConfigs } from "@ops/vehicle/server";
import { type ChangedItem, payModes } from "../../contract/index.ts";
import { lookupCustomers } from "../customer/published.ts";
import type { ChangeContent } from "./content.ts";

interface Sides {
  readonly before: ChangeContent;
  readonly after: ChangeContent;
}

const NONE = "无";

/** Tells in words what differs by each of these changes. */
export async function itemsOf(tx: Tx, changes: readonly Sides[]): Promise<ChangedItem[][]> {
  const contents = changes.flatMap(({ before, after }) => [before, after]);
  const configs = await lookupConfigs(tx, [...new Set(contents.flatMap(({ config }) => config?.carConfigId ?? []))]);
  const people = await lookupCustomers(tx, [...new Set(contents.flatMap(({ customerId }) => customerId ?? []))]);
  const stores = await refNames(
    tx,
    AnyStoreRef,
    contents.flatMap(({ deliveryStoreId }) => deliveryStoreId ?? []),
  );
  const wordsOf = ({ config, customerId, deliveryStoreId, payMode }: ChangeContent): Record<string, string> => {
    if (customerId) return { 购车人: people.get(customerId)?.nameMasked ?? NONE };
    if (deliveryStoreId !== undefined) return { 交付门店: stores.get(deliveryStoreId ?? "") ?? NONE };
    if (payMode !== undefined) return { 付款方式: payMode === null ? NONE : payModes[payMode] };
    return {
      配置: configs.get(config?.carConfigId ?? "")?.name ?? NONE,
      外观: config?.chosen.extColorName ?? NONE,
      内饰: config?.chosen.intColorName ?? NONE,
      选装: config?.chosen.optionNames.join("、") || NONE,
    };
  };
  return changes.map(({ before, after }) => {
    const [old, now] = [wordsOf(before), wordsOf(after)];
    const items = Object.entries(old).map(([label, text]) => ({ label, before: text, after: now[label] ?? NONE }));
    return items.filter((item) => item.before !== item.after);
  });
}
