import { listApiClientPeople } from "@ops/authority/contract";
import { DictText, useEndpoint } from "@ops/platform/web";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";

interface Props {
  readonly id?: string;
  /** Only those whose rights may be lent. */
  readonly lends?: boolean;
  /** How the chosen person is called, before any list has been loaded. */
  readonly known?: { readonly id: string; readonly userName: string } | undefined;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
}

/** Chooses a person in reach by name or staff number. */
export function PersonSelect({ id, lends = false, known, value, onChange }: Props) {
  const [keyword, setKeyword] = useState("");
  const asked = useDeferredValue(keyword.trim());
  const query = { ...(asked ? { keyword: asked } : {}), ...(lends ? { lends: "true" } : {}) };
  const answer = useEndpoint(listApiClientPeople, { query }, { keepPrevious: true });
  const people = answer.data ?? [];
  const first = known && !people.some((one) => one.id === known.id) ? [known] : [];
  const found = new Map(people.map((person) => [person.id, person]));
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="输入姓名或工号查找"
      loading={answer.isFetching}
      notFoundContent={answer.isFetching ? "正在查找…" : "没有符合条件的人员"}
      options={[...first, ...people].map((person) => ({ value: person.id, label: person.userName }))}
      optionRender={({ label, value: chosen }) => {
        const person = found.get(String(chosen));
        return (
          <span className="client-person">
            {label}
            {person && (
              <small>
                <DictText code="user_type" value={person.userType} />
                {person.primaryPost && ` · ${person.primaryPost}`}
              </small>
            )}
          </span>
        );
      }}
      value={value ?? null}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
