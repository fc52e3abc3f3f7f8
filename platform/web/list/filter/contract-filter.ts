import { labelOf } from "@ops/platform/contract";
import { choicesOf } from "../../form/input/choices.ts";
import type { ListEndpoint } from "../list-endpoint.ts";
import { faultOfText, filterKind } from "./filter-kind.ts";
import type { FilterValues } from "./filter-values.ts";
import {
  dayRangeFilter,
  dictFilter,
  type Filter,
  flagFilter,
  refFilter,
  selectFilter,
  textFilter,
} from "./filters.tsx";

/** The question that a field of the query asks, as the contract describes it. */
export function contractFilter<N extends string>(
  { query, permission }: Pick<ListEndpoint, "query" | "permission">,
  name: N,
): Filter<N> {
  const asked = filterKind(query.shape[name]);
  const label = labelOf(query.shape, name);
  if (asked.kind === "dict") return dictFilter(name, label, asked.code);
  if (asked.kind === "ref") return refFilter(name, label, { kind: asked.ref, by: permission });
  if (asked.kind === "words") return selectFilter(name, label, choicesOf(asked.words));
  if (asked.kind === "flag") return flagFilter(name, label);
  if (asked.kind === "days") return dayRangeFilter(name, label);
  const faultOf = ({ [name]: text }: FilterValues) => faultOfText(query.shape[name], text ?? "");
  return { ...textFilter(name, label, asked.hint, asked.most), faultOf };
}
