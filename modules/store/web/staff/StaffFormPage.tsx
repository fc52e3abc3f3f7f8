import { FormPage, pageOf, useEndpoint, useMay, usePages } from "@ops/platform/web";
import {
  arrangeInterview,
  createStaff,
  editStaff,
  getStaff,
  rehireStaff,
  type StaffDetail,
  StaffDetailPage,
  StaffFormPage,
} from "@ops/store/contract";
import { Skeleton } from "antd";
import { sectionsOf } from "./staff-fields.tsx";

const refusals = {
  STORE_STAFF_DUP: "phone",
  STORE_STAFF_PARTNER: "phone",
  STORE_STAFF_BLACK: "phone",
  STORE_ACCOUNT_FAIL: "phone",
  STORE_STAFF_STORE: "storeId",
  STORE_STAFF_AGE: "entryDate",
  STORE_HEADCOUNT_FULL: "entryDate",
  STORE_STAFF_MENTOR: "mentorStaffId",
} as const;

/** 新增, 编辑 and 返聘 are one form (5.3). Saved, it leads to the page of the person. */
export default pageOf(StaffFormPage, function StaffForm({ data }) {
  return data.mode === "create" ? <NewForm /> : <KnownForm id={data.id} isRehired={data.mode === "rehire"} />;
});

function useShow() {
  const pages = usePages();
  return ({ id }: { readonly id: string }) =>
    pages.open(StaffDetailPage.addressOf({ mode: "view", id }), { replace: true });
}

/** 保存并安排面试: the dialog opens over the page of the person. */
function useArrange() {
  const may = useMay();
  const pages = usePages();
  const arrange = ({ id }: { readonly id: string }) => {
    const address = StaffDetailPage.addressOf({ mode: "view", id });
    pages.open(`${address}?arrangeInterview=${id}`, { replace: true });
  };
  return may(arrangeInterview) ? { label: "保存并安排面试", onDone: arrange } : null;
}

function NewForm() {
  return (
    <FormPage
      title="新增人员"
      endpoint={createStaff}
      record={{ employType: "FULL" }}
      refusals={refusals}
      sections={sectionsOf(null)}
      done="已新增候选人！"
      onDone={useShow()}
      otherSave={useArrange()}
    />
  );
}

function KnownForm({ id, isRehired }: { readonly id: string; readonly isRehired: boolean }) {
  const { data: staff } = useEndpoint(getStaff, { params: { id } });
  const onDone = useShow();
  const otherSave = useArrange();
  if (!staff) return <Skeleton active />;
  const common = { params: { id }, refusals, onDone };
  if (!isRehired) {
    const sections = sectionsOf(staff);
    return (
      <FormPage
        {...common}
        title={`编辑 · ${staff.name}`}
        endpoint={editStaff}
        record={storedOf(staff)}
        sections={sections}
        done="保存成功！"
      />
    );
  }
  const { version, name, employType } = staff;
  const kept = { version, name, employType };
  const sections = sectionsOf({ ...staff, state: "CANDIDATE", files: [] });
  return (
    <FormPage
      {...common}
      title={`返聘 · ${name}`}
      endpoint={rehireStaff}
      record={kept}
      sections={sections}
      otherSave={otherSave}
      done="已返聘为候选人！"
    />
  );
}

/** What the form shows of a person. Masked numbers are never typed back. */
function storedOf({ phone: _phone, idNo: _idNo, photoFileId, source, ...staff }: StaffDetail) {
  const chosen = source === "IMPORT" || source === "ADOPTED" ? {} : { source };
  return { ...staff, ...chosen, photoFileIds: photoFileId ? [photoFileId] : [] };
}
