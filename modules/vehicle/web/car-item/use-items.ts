import { useEndpoint, useMay } from "@ops/platform/web";
import { listColors, listOptions, listSeries, optionGroups } from "@ops/vehicle/contract";

export interface Item {
  readonly itemKind: "OPTION" | "COLOR";
  readonly itemCode: string;
  readonly itemName: string;
  /** 外观, 内饰 or the group of the option. */
  readonly group: string;
  readonly side: "EXT" | "INT" | null;
  readonly hex: string | null;
  readonly isEnabled: boolean;
}

const often = { silent: true, staleTime: 60_000 };

/** Loads all items that a configuration can offer: exteriors, interiors and options. */
export function useItems() {
  const enabled = useMay()(listSeries);
  const options = useEndpoint(listOptions, {}, { ...often, enabled });
  const colors = useEndpoint(listColors, {}, { ...often, enabled });
  const items: Item[] = [
    ...(colors.data ?? []).map(({ colorCode, colorName, side, hex, status }) => ({
      itemKind: "COLOR" as const,
      itemCode: colorCode,
      itemName: colorName,
      side,
      hex,
      group: side === "EXT" ? "外观" : "内饰",
      isEnabled: status === "ENABLED",
    })),
    ...(options.data ?? []).map(({ optionCode, optionName, optionGroup, status }) => ({
      itemKind: "OPTION" as const,
      itemCode: optionCode,
      itemName: optionName,
      side: null,
      hex: null,
      group: optionGroups[optionGroup],
      isEnabled: status === "ENABLED",
    })),
  ];
  const choice = ({ itemCode, itemName }: Item) => ({ value: itemCode, label: `${itemName} ${itemCode}` });
  const usable = items.filter(({ isEnabled }) => isEnabled);
  return {
    items,
    loading: enabled && (options.isPending || colors.isPending),
    nameOf: (code: string) => items.find(({ itemCode }) => itemCode === code)?.itemName ?? code,
    choices: {
      EXT: usable.filter(({ side }) => side === "EXT").map(choice),
      INT: usable.filter(({ side }) => side === "INT").map(choice),
      OPTION: usable.filter(({ itemKind }) => itemKind === "OPTION").map(choice),
    },
  };
}
