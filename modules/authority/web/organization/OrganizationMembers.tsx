import { listOrganizationMembers, userStates } from "@ops/authority/contract";
import { type Column, DotText, PagedTable, StateTag, useMay, usePaged } from "@ops/platform/web";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { UserLink } from "../person/UserLink.tsx";

/** Who is in office here, or anywhere below. */
export function OrganizationMembers({ id }: { readonly id: string }) {
  const enabled = useMay()(listOrganizationMembers);
  const [withChildren, setWithChildren] = useState(false);
  const [keyword, setKeyword] = useState("");
  const filters = { keyword, withChildren: withChildren ? "1" : "" };
  const members = usePaged(listOrganizationMembers, { params: { id }, filters, enabled });

  if (!enabled) return <p className="org-hint">您没有查看人员的权限</p>;
  return (
    <>
      <div className="org-filter">
        <Input.Search
          allowClear
          placeholder="姓名 / 完整手机号 / 完整工号"
          aria-label="搜索人员"
          onSearch={setKeyword}
        />
        <Checkbox checked={withChildren} onChange={({ target }) => setWithChildren(target.checked)}>
          含下级
        </Checkbox>
      </div>
      <PagedTable
        of={members}
        columns={columns.filter(({ show }) => withChildren || show !== "organizationName")}
        empty={keyword ? "没有符合的人员" : "没有在任人员"}
        unit="条任职"
      />
    </>
  );
}

const columns: readonly Column<typeof listOrganizationMembers>[] = [
  { title: "姓名", show: "userName", width: 84, as: (m) => <UserLink id={m.userId} name={m.userName} /> },
  { title: "手机号", show: "mobilePhone", width: 118 },
  { title: "工号", show: "staffNo", width: 88 },
  { title: "组织", show: "organizationName" },
  { title: "职位", show: "positionName", width: 112 },
  {
    title: "任职",
    show: "isPrimary",
    width: 80,
    as: ({ isPrimary }) => <DotText tone={isPrimary ? "active" : "neutral"} text={isPrimary ? "主任职" : "兼任"} />,
  },
  { title: "开始日期", show: "startDate", width: 100 },
  {
    title: "账号状态",
    show: "userStatus",
    width: 88,
    as: (m) => <StateTag machine={userStates} state={m.userStatus} />,
  },
];
