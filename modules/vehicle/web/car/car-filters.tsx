import { regionTree } from "@ops/platform/contract";
import { customFilter, type Filter, type FilterInputProps, selectFilter, useEndpoint } from "@ops/platform/web";
import { Input } from "antd";
import { useItems } from "../car-item/use-items.ts";
import { useMarketTypes } from "../car-market-type/use-market-types.ts";
import { useSeriesChoices } from "../series/use-series-choices.ts";
import { useCatalogueChoices } from "./use-catalogue-choices.ts";

const MOST_CHARACTERS = 4_000;
const DAY_MS = 86_400_000;

/** Many at once: a column of a file keeps its line breaks as blanks. */
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

/** Every city, with its province. */
function useCities() {
  const { data = [] } = useEndpoint(regionTree, { query: { depth: 2 } }, { silent: true, staleTime: DAY_MS });
  return data.flatMap(({ name: province, children = [] }) =>
    children.map(({ code, name }) => ({ value: code, label: name === province ? name : `${province} ${name}` })),
  );
}

type Asked =
  | ("holdState" | "stockKind" | "placeKind" | "buildState" | "isBlocked" | "isDamaged" | "isUnbound" | "stockAge")
  | ("producedOn" | "saleCode" | "plantCode" | "plateNo");
type Named = "vins" | "seriesId" | "carConfigId" | "extColor" | "intColor" | "marketTypeId" | "cityCode";

/** What the register is asked for (5.1); 去向 stands above the table, with its counts. */
export function useCarFilters(): readonly (Asked | Filter<Named>)[] {
  const { series } = useSeriesChoices();
  const configs = useCatalogueChoices();
  const { choices } = useItems();
  const types = useMarketTypes();
  const cities = useCities();
  return [
    vinsFilter,
    selectFilter("seriesId", "车系", series),
    "stockKind" as const,
    selectFilter("carConfigId", "配置", configs),
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
