import { listLeaderCandidates } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";

interface Props {
  readonly organizationId: string;
  /** Who is chosen already, with their names. */
  readonly known: readonly { value: string; label: string }[];
  readonly multiple?: boolean;
  readonly id?: string;
  readonly value?: string | string[] | null;
  readonly onChange?: (value: string | string[] | null) => void;
}

/** People in office here or above, found by name or staff number. */
export function LeaderSelect({ organizationId, known, multiple = false, id, value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const keyword = useDeferredValue(search.trim());
  const query = keyword === "" ? {} : { keyword };
  const found = useEndpoint(listLeaderCandidates, { params: { id: organizationId }, query }, { keepPrevious: true });
  const candidates = (found.data ?? []).map(({ userId, userName, post }) => ({ value: userId, label: userName, post }));
  const options = [...candidates, ...known.filter(({ value: one }) => !candidates.some((it) => it.value === one))];

  return (
    <Select<string | string[] | null>
      {...(id ? { id } : {})}
      {...(multiple ? { mode: "multiple" as const } : {})}
      className="form-wide"
      allowClear
      placeholder="请选择"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={options}
      optionRender={({ data }) => (
        <span className="org-person">
          {data.label}
          {"post" in data && <small>{String(data.post)}</small>}
        </span>
      )}
      notFoundContent="没有符合的在任人员"
      value={value ?? (multiple ? [] : null)}
      onChange={(chosen) => onChange?.(chosen ?? (multiple ? [] : null))}
    />
  );
}
