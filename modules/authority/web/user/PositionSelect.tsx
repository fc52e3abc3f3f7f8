import { listPositions } from "@ops/authority/contract";
import { useEndpoint, useMay } from "@ops/platform/web";
import { Select } from "antd";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null, name: string) => void;
}

export function PositionSelect({ id, value, onChange }: Props) {
  const may = useMay();
  const query = { status: "ENABLED", pageSize: 100 } as const;
  const answer = useEndpoint(listPositions, { query }, { enabled: may(listPositions) });
  const positions = answer.data?.list ?? [];
  const nameOf = (chosen: string | null | undefined) =>
    positions.find((position) => position.id === chosen)?.name ?? "";
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder="请选择职位"
      loading={answer.isLoading}
      options={positions.map((position) => ({ value: position.id, label: position.name }))}
      value={value ?? null}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? null, nameOf(chosen))}
    />
  );
}
