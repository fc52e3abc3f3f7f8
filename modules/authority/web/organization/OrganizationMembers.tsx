import { getUser, listOrganizationMembers, type OrganizationMember, userStates } from "@ops/authority/contract";
import { DotText, goTo, NotLoaded, StateTag, useEndpoint, useMay } from "@ops/platform/web";
import { Checkbox, Input, Table, type TableColumnType } from "antd";
import { useState } from "react";
import { addressOfUser } from "../user/address-of-user.ts";

const PAGE_SIZE = 10;

/** Who is in office here, or anywhere below. */
export function OrganizationMembers({ id }: { readonly id: string }) {
  const may = useMay();
  const [withChildren, setWithChildren] = useState(false);
  const [keyword, setKeyword] = useState("");
  const [pageNo, setPageNo] = useState(1);
  const query = {
    pageNo,
    pageSize: PAGE_SIZE,
    ...(withChildren ? { withChildren: "1" } : {}),
    ...(keyword ? { keyword } : {}),
  };
  const mayList = may(listOrganizationMembers);
  const answer = useEndpoint(
    listOrganizationMembers,
    { params: { id }, query },
    { enabled: mayList, keepPrevious: true, silent: true },
  );
  const columns = useMemberColumns(withChildren);
  const first = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setPageNo(1);
    };
  };

  if (!mayList) return <p className="org-hint">您没有查看人员的权限</p>;
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <>
      <div className="org-filter">
        <Input.Search
          allowClear
          placeholder="姓名 / 手机号 / 工号"
          aria-label="搜索人员"
          onSearch={first((typed: string) => setKeyword(typed.trim()))}
        />
        <Checkbox checked={withChildren} onChange={({ target }) => first(setWithChildren)(target.checked)}>
          含下级
        </Checkbox>
      </div>
      <Table<OrganizationMember>
        rowKey="id"
        size="small"
        className="tabular"
        loading={answer.isPending}
        dataSource={answer.data?.list ?? []}
        columns={columns}
        pagination={{
          current: pageNo,
          pageSize: PAGE_SIZE,
          total: answer.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          showTotal: (n) => `共 ${n} 条任职`,
          onChange: setPageNo,
        }}
        locale={{ emptyText: answer.isPending ? " " : "没有在任人员" }}
      />
    </>
  );
}

function useMemberColumns(withChildren: boolean): TableColumnType<OrganizationMember>[] {
  const may = useMay();
  const place: TableColumnType<OrganizationMember> = { title: "组织", dataIndex: "organizationName", ellipsis: true };
  return [
    {
      title: "姓名",
      dataIndex: "userName",
      width: 84,
      render: (name: string, { userId }) =>
        may(getUser) ? (
          <button type="button" className="org-link" onClick={() => goTo(addressOfUser({ id: userId }))}>
            {name}
          </button>
        ) : (
          name
        ),
    },
    { title: "手机号", dataIndex: "mobilePhone", width: 118 },
    { title: "工号", dataIndex: "staffNo", width: 88, render: (no: string | null) => no ?? "-" },
    ...(withChildren ? [place] : []),
    { title: "职位", dataIndex: "positionName", width: 112 },
    {
      title: "任职",
      dataIndex: "isPrimary",
      width: 80,
      render: (isPrimary: boolean) => (
        <DotText tone={isPrimary ? "active" : "neutral"} text={isPrimary ? "主任职" : "兼任"} />
      ),
    },
    { title: "开始日期", dataIndex: "startDate", width: 100 },
    {
      title: "账号状态",
      dataIndex: "userStatus",
      width: 88,
      render: (_status, { userStatus }) => <StateTag machine={userStates} state={userStatus} />,
    },
  ];
}
