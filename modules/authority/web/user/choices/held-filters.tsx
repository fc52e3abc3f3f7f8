import { listPositions } from "@ops/authority/contract";
import { chosenName, customFilter, type Filter } from "@ops/platform/web";
import { RoleName, RoleSearch } from "../../role/RoleSearch.tsx";
import { PositionSelect } from "./PositionSelect.tsx";

export function positionFilter<const N extends string>(name: N): Filter<N> {
  return customFilter(
    name,
    "职位",
    ({ id, values, set }) => (
      <PositionSelect id={id} value={values[name] ?? null} onChange={(chosen) => set(name, chosen ?? "")} />
    ),
    (text) => chosenName(listPositions, text) ?? "…",
  );
}

export function roleFilter<const N extends string>(name: N): Filter<N> {
  return customFilter(
    name,
    "角色",
    ({ id, values, set }) => (
      <RoleSearch id={id} value={values[name] ?? null} onChange={(chosen) => set(name, chosen ?? "")} />
    ),
    (text) => <RoleName id={text} />,
  );
}
