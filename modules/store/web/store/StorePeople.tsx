import { goTo, PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { listStoreStaff, StaffDetailPage, storePeopleGroups } from "@ops/store/contract";
import { Segmented } from "antd";
import { useState } from "react";

type Group = keyof typeof storePeopleGroups;
const groups: readonly Group[] = ["IN_POST", "TRAINING", "TO_JOIN", "LEFT", "PARTNER"];

/** 人员: own people of a store by what they are, and those of its partner. */
export function StorePeople({ storeId }: { readonly storeId: string }) {
  const [group, setGroup] = useState<Group>("IN_POST");
  const asked = useEndpoint(listStoreStaff, { params: { id: storeId } }, { silent: true });
  const countOf = (one: Group) => (asked.data ?? []).filter((person) => person.group === one).length;
  const options = groups.map((value) => ({ value, label: `${storePeopleGroups[value]} ${countOf(value)}` }));
  const visit = (id: string) =>
    goTo(group === "PARTNER" ? `/Partner/staff?id=${id}` : StaffDetailPage.addressOf({ mode: "view", id }));
  return (
    <>
      <p>
        <Segmented<Group> options={options} value={group} onChange={setGroup} aria-label="人员类别" />
      </p>
      <PlainTable
        rowKey="id"
        of={asked}
        rows={asked.data?.filter((person) => person.group === group)}
        empty="暂无人员"
        columns={tableColumnsOf(listStoreStaff, {
          name: {
            width: 110,
            as: ({ id, name }) => (
              <button type="button" className="text-button" onClick={() => visit(id)}>
                {name}
              </button>
            ),
          },
          positionName: 0,
          staffNo: true,
          phone: true,
          stateName: 110,
          entryDate: true,
        })}
      />
    </>
  );
}
