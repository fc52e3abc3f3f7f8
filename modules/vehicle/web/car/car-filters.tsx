import { regionTree } from "@ops/platform/contract";
import { customFilter, type Filter, type FilterInputProps, selectFilter, useEndpoint } from "@ops/platform/web";
import { Input } from "antd";
import { useItems } from "../car-item/use-items.ts";
import { useMarketTypes } from "../car-market-type/use-market-types.ts";

const MOST_CHARACTERS = 4_000;
const DAY_MS = 86_400_000;

/** Takes many VINs at once. If a column of a file is pasted, its line breaks become blanks. */
function VinsInput({ id, values, set }: FilterInputProps) {
  const text = values["vins"] ?? "";
  return (
    <Input
      id={id}
      allowClear
      maxLength={MOST_CHARACTERS}
      placeholder="可粘贴多个，或后8位"
      value={text}
      onChange={({ target }) => set("vins", target.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text");
        if (!/[\r\n\t]/.test(pasted.trim())) return;
        event.preventDefault();
        set("vins", `${text} ${pasted.replace(/\s+/g, " ")}`.trim().slice(0, MOST_CHARACTERS));
      }}
    />
  );
}

function vinsText(text: string): string {
  const vins = text.split(/[\s,，;；、]+/).filter(Boolean);
  return vins.length > 1 ? `${vins.length} 个` : text;
}

const vinsFilter = customFilter("vins", "VIN", (props) => <VinsInput {...props} />, vinsText);

/** Loads all cities, each with its province. */
function useCities() {
  const { data = [] } = useEndpoint(regionTree, { query: { depth: 2 } }, { silent: true, staleTime: DAY_MS });
  return data.flatMap(({ name: province, children = [] }) =>
    children.map(({ code, name }) => ({ value: code, label: name === province ? name : `${province} ${name}` })),
  );
}

type Asked =
  | ("holdState" | "stockKind" | "placeKind" | "buildState" | "isBlocked" | "isDamaged" | "isUnbound" | "stockAge")
  | ("seriesId" | "carConfigId" | "producedOn" | "saleCode" | "plantCode" | "plateNo");
type Named = "vins" | "extColor" | "intColor" | "marketTypeId" | "cityCode";

/** The filters of the register (5.1). 去向 is not among them, because it stands above the table with its counts. */
export function useCarFilters(): readonly (Asked | Filter<Named>)[] {
  const { choices } = useItems();
  const types = useMarketTypes();
  const cities = useCities();
  return [
    vinsFilter,
    "seriesId" as const,
    "stockKind" as const,
    "carConfigId" as const,
    "saleCode" as const,
    selectFilter("extColor", "外观", choices.EXT),
    selectFilter("intColor", "内饰", choices.INT),
    selectFilter("marketTypeId", "市场类型", types),
    "holdState" as const,
    "placeKind" as const,
    selectFilter("cityCode", "城市", cities),
    "buildState" as const,
    "isBlocked" as const,
    "isDamaged" as const,
    "producedOn",
    "stockAge",
    "plantCode",
    "plateNo",
    "isUnbound",
  ];
}
