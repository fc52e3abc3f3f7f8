import { type InterfaceDetail, listInterfacePeople } from "@ops/authority/contract";
import { columnsOf, PagedTable, usePaged } from "@ops/platform/web";
import { Input, Tag } from "antd";
import { useState } from "react";
import { UserLink } from "../person/UserLink.tsx";

/** Lists the people who may call the interface now. */
export function InterfacePeople({ id, peopleCount }: Pick<InterfaceDetail, "id" | "peopleCount">) {
  const [keyword, setKeyword] = useState("");
  const people = usePaged(listInterfacePeople, { params: { id }, filters: { keyword }, enabled: peopleCount !== null });
  if (peopleCount === null) return <p className="interface-hint">所有人都可以调用该接口</p>;
  return (
    <div className="interface-stack">
      <Input.Search
        allowClear
        placeholder={`在 ${peopleCount} 人中按姓名查找`}
        aria-label="按姓名查找可调用人员"
        style={{ maxInlineSize: 320 }}
        onSearch={setKeyword}
      />
      <PagedTable
        of={people}
        empty={keyword ? "没有符合的人员" : "没有人可以调用该接口"}
        columns={columnsOf(listInterfacePeople, {
          userName: (person) => (
            <>
              <UserLink id={person.id} name={person.userName} />
              {person.boolAdmin && <Tag className="interface-tag">管理员</Tag>}
            </>
          ),
          mobilePhone: true,
          staffNo: 120,
          primaryPost: true,
        })}
      />
    </div>
  );
}
