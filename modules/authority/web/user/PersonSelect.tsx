import { listUsers } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";

interface Props {
  readonly label: string;
  readonly placeholder: string;
  /** Who may not be chosen. */
  readonly except: string;
  readonly invalid?: boolean;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

const FOUND = 20;

/** Somebody in service and in sight, found by name, phone or staff number. */
export function PersonSelect({ label, placeholder, except, invalid = false, value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string; post: string } | null>(null);
  const keyword = useDeferredValue(search.trim());
  const query = { status: "ACTIVE" as const, pageSize: FOUND, ...(keyword === "" ? {} : { keyword }) };
  const found = useEndpoint(listUsers, { query }, { keepPrevious: true });
  const people = (found.data?.list ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, userName, primaryPost }) => ({ value: id, label: userName, post: primaryPost ?? "" }));
  const options = chosen && !people.some((one) => one.value === chosen.value) ? [...people, chosen] : people;

  return (
    <Select<string | null>
      className="form-wide"
      aria-label={label}
      allowClear
      placeholder={placeholder}
      {...(invalid ? { status: "error" as const } : {})}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={options}
      optionRender={({ data }) => (
        <span className="person-option">
          {data.label}
          <small>{String(data.post)}</small>
        </span>
      )}
      notFoundContent="没有符合的在职用户"
      value={value}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id) ?? null);
        onChange(id ?? null);
      }}
    />
  );
}
