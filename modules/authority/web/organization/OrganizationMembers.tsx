import { listOrganizationMembers, userStates } from "@ops/authority/contract";
import { columnsOf, DotText, PagedTable, StateTag, useMay, usePaged } from "@ops/platform/web";
import { Checkbox, Input } from "antd";
import { useState } from "react";
import { UserLink } from "../person/UserLink.tsx";

/** Lists the people with a post here, or also below. */
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

const columns = columnsOf(listOrganizationMembers, {
  userName: { width: 84, as: (m) => <UserLink id={m.userId} name={m.userName} /> },
  mobilePhone: 118,
  staffNo: 88,
  organizationName: true,
  positionName: 112,
  isPrimary: ({ isPrimary }) => (
    <DotText tone={isPrimary ? "active" : "neutral"} text={isPrimary ? "主任职" : "兼任"} />
  ),
  startDate: 100,
  userStatus: (m) => <StateTag machine={userStates} state={m.userStatus} />,
});
