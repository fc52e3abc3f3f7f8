import { Button, Tag } from "antd";
import { chipsOf, type FilterValues, withoutFilter } from "./filter-values.ts";
import type { Filter } from "./filters.tsx";

interface Props {
  readonly filters: readonly Filter[];
  readonly applied: FilterValues;
  readonly onChange: (values: FilterValues) => void;
}

/** The active filters, each of which can be removed. */
export function FilterChips({ filters, applied, onChange }: Props) {
  const chips = chipsOf(filters, applied);
  if (chips.length === 0) return null;
  return (
    <ul className="list-chips" aria-label="已应用的查询条件">
      {chips.map(({ filter, values }) => (
        <li key={filter.names[0]}>
          <Tag
            variant="filled"
            closable={{ "aria-label": `移除条件：${filter.label}` }}
            onClose={(event) => {
              event.preventDefault(); // the tag disappears with the filter, not by itself
              onChange(withoutFilter(applied, filter.names));
            }}
          >
            {filter.label}：{filter.show(values)}
          </Tag>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={() => onChange({})}>
          清除全部
        </Button>
      </li>
    </ul>
  );
}
