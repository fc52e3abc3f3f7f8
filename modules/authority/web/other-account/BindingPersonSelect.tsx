import { listBindingPeople } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select, Tag } from "antd";
import { useDeferredValue, useState } from "react";
import "./other-account.css";

interface Props {
  readonly id?: string;
  readonly externalId?: string;
  readonly accountId?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
}

/** Chooses whose identity it is; people with the same phone or staff number are offered before anything is typed. */
export function BindingPersonSelect({ id, externalId, accountId, value, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(typed.trim());
  const identity = useDeferredValue(externalId?.trim() ?? "");
  const query = {
    ...(keyword ? { keyword } : {}),
    ...(identity ? { externalId: identity } : {}),
    ...(accountId ? { accountId } : {}),
  };
  const answer = useEndpoint(listBindingPeople, { query }, { keepPrevious: true });
  const people = answer.data ?? [];
  const found = new Map(people.map((person) => [person.id, person]));
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder="输入姓名、工号或手机号查找"
      loading={answer.isFetching}
      notFoundContent={keyword ? "没有符合条件的人员" : "没有推荐人员，请输入姓名查找"}
      options={people.map((person) => ({ value: person.id, label: person.userName }))}
      optionRender={({ label, value: chosen }) => {
        const person = found.get(String(chosen));
        const facts = [person?.staffNo, person?.mobilePhone, person?.primaryPost].filter(Boolean).join(" · ");
        return (
          <span className="binding-person">
            {label}
            <small>{facts}</small>
            {person?.suggestion && <Tag color="blue">{person.suggestion}</Tag>}
          </span>
        );
      }}
      value={value ?? null}
      onChange={(chosen: string | null | undefined) => onChange?.(chosen ?? null)}
    />
  );
}
