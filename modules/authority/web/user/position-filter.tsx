import { listPositions } from "@ops/authority/contract";
import { customFilter, type Filter, useEndpoint } from "@ops/platform/web";
import { PositionSelect } from "./PositionSelect.tsx";

export function positionFilter<const N extends string>(name: N): Filter<N> {
  return customFilter(
    name,
    "职位",
    ({ id, values, set }) => (
      <PositionSelect id={id} value={values[name] ?? null} onChange={(chosen) => set(name, chosen ?? "")} />
    ),
    (text) => <PositionName id={text} />,
  );
}

function PositionName({ id }: { readonly id: string }) {
  const answer = useEndpoint(listPositions, { query: { status: "ENABLED", pageSize: 100 } });
  return answer.data?.list.find((position) => position.id === id)?.name ?? "…";
}
