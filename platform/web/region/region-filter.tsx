import { customFilter, type Filter } from "../list/filter/filters.tsx";
import { RegionInput } from "./lazy-input.tsx";
import { RegionText } from "./RegionText.tsx";

/** A province, a city or a district, held as its code. */
export function regionFilter<const N extends string>(name: N, label: string): Filter<N> {
  return customFilter(
    name,
    label,
    ({ id, values, set }) => (
      <RegionInput id={id} value={values[name] ?? null} onChange={(code) => set(name, code ?? "")} />
    ),
    (text) => <RegionText code={text} />,
  );
}
