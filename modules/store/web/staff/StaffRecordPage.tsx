import { DetailPage, FileList, partsOf, recordOf, type Stage, tabsOf } from "@ops/platform/web";
import { getStaff, getStaffAccount, type StaffDetail, staffStates } from "@ops/store/contract";
import { Alert } from "antd";
import { staffActions } from "./staff-actions.tsx";
import { StaffAccount } from "./staff-columns.tsx";
import { staffPageTabs } from "./staff-slots.ts";

const AccountTab = partsOf(() => import("./AccountTab.tsx")).standing("AccountTab");

/** What a person goes through. */
const path = ["CANDIDATE", "INTERVIEWING", "TO_JOIN", "TRAINING", "IN_POST", "LEFT"] as const;

function stagesOf({ state, entryDate, leaveOn, certState }: StaffDetail): readonly Stage[] {
  if (state === "REJECTED") {
    return [
      { title: staffStates.label("CANDIDATE"), status: "done" },
      { title: staffStates.label("REJECTED"), status: "failed" },
    ];
  }
  const here = state === "MOVING" || state === "LEAVING" ? "IN_POST" : state;
  const steps = path.filter((step) => step !== "TRAINING" || certState !== "NONE" || here === "TRAINING");
  const reached = steps.indexOf(here);
  const notes: Readonly<Record<string, string | null>> = { IN_POST: entryDate, LEFT: leaveOn };
  return steps.map((step, at) => {
    const status = at < reached ? "done" : at === reached ? "current" : "ahead";
    const note = at <= reached ? notes[step] : null;
    return { title: staffStates.label(step), status, ...(note ? { note } : {}) };
  });
}

/** The page of a person (5.4). The door of the pages fills it with what higher rooms add. */
export function StaffRecordPage({ data: { id } }: { readonly data: { readonly id: string } }) {
  return <DetailPage of={staffRecord()} id={id} />;
}

const staffRecord = () =>
  recordOf({
    endpoint: getStaff,
    entity: "人员",
    title: ({ name }) => name,
    number: ({ staffNo }) => staffNo,
    picture: ({ files, photoFileId }) => files.find(({ id }) => id === photoFileId) ?? null,
    machine: staffStates,
    tags: ({ account }) => <StaffAccount account={account} />,
    notice: ({ isOutOfStep, stateReason }) => {
      const told = isOutOfStep ? "任职与人员档案不一致，请在用户管理中核对任职或办理异动" : stateReason;
      return told && <Alert className="form-alert" type={isOutOfStep ? "error" : "info"} showIcon title={told} />;
    },
    actions: staffActions(),
    overview: {
      title: "基本信息",
      stages: stagesOf,
      fields: [
        "name",
        "phone",
        "idNo",
        "storeName",
        "positionName",
        "employType",
        "source",
        "referrerStaffName",
        "mentorName",
        "entryDate",
        "inPostOn",
        { show: "certState", when: ({ certState }) => certState !== "NONE" },
        { show: "certExpireOn", when: ({ certExpireOn }) => certExpireOn !== null },
        { show: "leaveOn", when: ({ leaveOn }) => leaveOn !== null },
        { show: "leaveType", when: ({ leaveType }) => leaveType !== null },
        { show: "leaveReason", when: ({ leaveReason }) => leaveReason !== null, full: true },
        "nextStep",
      ],
      content: ({ files, photoFileId }) => (
        <FileList files={files.filter(({ id }) => id !== photoFileId)} label="简历" />
      ),
    },
    tabs: [
      ...tabsOf(staffPageTabs),
      {
        key: "account",
        title: "账号",
        needs: getStaffAccount,
        content: ({ id }) => <AccountTab staffId={id} />,
      },
    ],
  });
