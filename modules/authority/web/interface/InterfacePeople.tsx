import { type InterfaceDetail, listInterfacePeople } from "@ops/authority/contract";
import { PagedTable, usePaged } from "@ops/platform/web";
import { Input, Tag } from "antd";
import { useState } from "react";
import { UserLink } from "../person/UserLink.tsx";

/** Who may call it right now. */
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
        columns={[
          {
            title: "姓名",
            show: "userName",
            as: (person) => (
              <>
                <UserLink id={person.id} name={person.userName} />
                {person.boolAdmin && <Tag className="interface-tag">管理员</Tag>}
              </>
            ),
          },
          { title: "手机号", show: "mobilePhone", width: 140 },
          { title: "工号", show: "staffNo", width: 120 },
          { title: "主组织(职位)", show: "primaryPost" },
        ]}
      />
    </div>
  );
}
