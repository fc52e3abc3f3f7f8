import { getUser, type InterfaceDetail, listInterfacePeople } from "@ops/authority/contract";
import { NotLoaded, useEndpoint, useMay } from "@ops/platform/web";
import { Input, Table, Tag } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { addressOfUser } from "../user/address-of-user.ts";

/** Who may call it right now. */
export function InterfacePeople({ id, peopleCount }: Pick<InterfaceDetail, "id" | "peopleCount">) {
  const may = useMay();
  const [asked, setAsked] = useState({ pageNo: 1, keyword: "" });
  const { pageNo, keyword } = asked;
  const query = { pageNo, pageSize: 10, ...(keyword ? { keyword } : {}) };
  const enabled = peopleCount !== null;
  const answer = useEndpoint(
    listInterfacePeople,
    { params: { id }, query },
    { enabled, keepPrevious: true, silent: true },
  );
  if (peopleCount === null) return <p className="interface-hint">所有人都可以调用该接口</p>;
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <div className="interface-stack">
      <Input.Search
        allowClear
        placeholder={`在 ${peopleCount} 人中按姓名查找`}
        aria-label="按姓名查找可调用人员"
        style={{ maxInlineSize: 320 }}
        onSearch={(word) => setAsked({ pageNo: 1, keyword: word.trim() })}
      />
      <Table
        rowKey="id"
        size="small"
        loading={answer.isFetching}
        dataSource={answer.data?.list ?? []}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total: answer.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (to) => setAsked({ ...asked, pageNo: to }),
        }}
        columns={[
          {
            title: "姓名",
            key: "userName",
            render: (_value, { id: userId, userName, boolAdmin }) => (
              <>
                {may(getUser) ? <Link to={addressOfUser({ id: userId })}>{userName}</Link> : userName}
                {boolAdmin && <Tag className="interface-tag">管理员</Tag>}
              </>
            ),
          },
          { title: "手机号", dataIndex: "mobilePhone", width: 140 },
          { title: "工号", key: "staffNo", width: 120, render: (_value, { staffNo }) => staffNo ?? "-" },
          { title: "主组织(职位)", key: "primaryPost", render: (_value, { primaryPost }) => primaryPost ?? "-" },
        ]}
      />
    </div>
  );
}
