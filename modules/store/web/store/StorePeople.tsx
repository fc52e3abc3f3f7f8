import { columnsOf, goTo, PagedTable, PlainTable, tableColumnsOf, useEndpoint, usePaged } from "@ops/platform/web";
import { listStaff, listStoreStaff, StaffDetailPage, storePeopleGroups } from "@ops/store/contract";
import { Segmented } from "antd";
import { useState } from "react";

const LEFT = "LEFT";
type Group = keyof typeof storePeopleGroups;
const groups: readonly (Group | typeof LEFT)[] = ["IN_POST", "TRAINING", "TO_JOIN", LEFT, "PARTNER"];
const titles = { ...storePeopleGroups, LEFT: "离职" };

const visit = (id: string) => goTo(StaffDetailPage.addressOf({ mode: "view", id }));

/** 人员: own people of a store by what they are, and those of its partner. */
export function StorePeople({ storeId }: { readonly storeId: string }) {
  const [group, setGroup] = useState<Group | typeof LEFT>("IN_POST");
  const asked = useEndpoint(listStoreStaff, { params: { id: storeId } }, { silent: true });
  const left = usePaged(listStaff, { filters: { storeId, tab: LEFT } });
  const countOf = (one: Group | typeof LEFT) =>
    one === LEFT ? (left.page?.total ?? 0) : (asked.data ?? []).filter((person) => person.group === one).length;
  const options = groups.map((value) => ({ value, label: `${titles[value]} ${countOf(value)}` }));
  return (
    <>
      <p>
        <Segmented options={options} value={group} onChange={setGroup} aria-label="人员类别" />
      </p>
      {group === LEFT ? (
        <PagedTable
          of={left}
          empty="暂无人员"
          unit="人"
          columns={columnsOf(listStaff, {
            name: { width: 110, as: ({ id, name }) => <PersonName name={name} onOpen={() => visit(id)} /> },
            positionName: 0,
            staffNo: true,
            phone: true,
            leaveType: 110,
            leaveOn: true,
          })}
        />
      ) : (
        <PlainTable
          rowKey="id"
          of={asked}
          rows={asked.data?.filter((person) => person.group === group)}
          empty="暂无人员"
          columns={tableColumnsOf(listStoreStaff, {
            name: {
              width: 110,
              as: ({ id, name }) => (
                <PersonName
                  name={name}
                  onOpen={() => (group === "PARTNER" ? goTo(`/Partner/staff?id=${id}`) : visit(id))}
                />
              ),
            },
            positionName: 0,
            staffNo: true,
            phone: true,
            stateName: 110,
            entryDate: true,
          })}
        />
      )}
    </>
  );
}

function PersonName({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <button type="button" className="text-button" onClick={onOpen}>
      {name}
    </button>
  );
}
