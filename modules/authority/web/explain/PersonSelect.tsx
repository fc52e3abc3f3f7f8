import { listUsers } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";

interface Props {
  readonly label: string;
  readonly value: string | null;
  /** Who is chosen already, with the name. */
  readonly known?: { readonly id: string; readonly name: string };
  readonly onChange: (id: string | null) => void;
}

/** Somebody in the reader's scope, by name, full phone or staff number. */
export function PersonSelect({ label, value, known, onChange }: Props) {
  const [search, setSearch] = useState("");
  const keyword = useDeferredValue(search.trim());
  const query = { pageSize: 20, ...(keyword === "" ? {} : { keyword }) };
  const found = useEndpoint(listUsers, { query }, { keepPrevious: true, silent: true });
  const people = (found.data?.list ?? []).map(({ id, userName, primaryPost, staffNo, boolAdmin }) => ({
    ...{ value: id, label: userName, detail: boolAdmin ? "管理员" : (primaryPost ?? staffNo ?? "") },
  }));
  const extra = known && !people.some((one) => one.value === known.id);
  const options = extra ? [{ value: known.id, label: known.name, detail: "" }, ...people] : people;
  return (
    <Select<string | null>
      aria-label={label}
      allowClear
      placeholder="姓名 / 手机号 / 工号"
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      options={options}
      optionRender={({ data }) => (
        <span className="explain-option">
          {data.label}
          <small>{data.detail}</small>
        </span>
      )}
      notFoundContent="没有符合的用户"
      value={value}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}
