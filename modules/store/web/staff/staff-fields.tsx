import { isWholePhone, PICTURE_FILES } from "@ops/platform/contract";
import { choicesOf, type FormSection, fieldsOf, RefName, UploadField, useEndpoint } from "@ops/platform/web";
import {
  checkStaff,
  chosenSources,
  createStaff,
  employTypes,
  isWorking,
  listStaffOptions,
  type StaffDetail,
  StoreRef,
} from "@ops/store/contract";
import { Alert, Form } from "antd";
import type { ComponentProps } from "react";
import { StoreTreeInput } from "../StoreTreeInput.tsx";
import { useSeatChoices } from "../use-positions.ts";

const { TextField, RefField, SelectField, DayField, CustomField } = fieldsOf(createStaff); // the other two forms have the same fields

const emptyKeeps = (mask: string | null) => (mask ? { placeholder: `${mask}，不修改请留空`, required: false } : {});

const showStore = (id: unknown) =>
  typeof id === "string" ? <RefName kind={StoreRef.kind} by={createStaff.permission} id={id} /> : "-";

/** The sections of the form; null for a new person. */
export function sectionsOf(staff: StaffDetail | null): readonly FormSection[] {
  const isFixed = staff !== null && isWorking(staff.state);
  const files = staff?.files ?? [];
  return [
    {
      title: "身份信息",
      fields: (
        <>
          <TextField name="name" />
          <TextField name="phone" {...emptyKeeps(staff?.phone ?? null)} hint={staff ? undefined : <PhoneCheck />} />
          <TextField name="idNo" {...emptyKeeps(staff?.idNo ?? null)} hint="办理入职前必须填写" />
        </>
      ),
    },
    {
      title: "应聘信息",
      fields: (
        <>
          <CustomField name="storeId" show={showStore}>
            <StoreInput disabled={isFixed} known={staff && { id: staff.storeId, name: staff.storeName }} />
          </CustomField>
          <PositionField disabled={isFixed} />
          <SelectField name="source" options={choicesOf(chosenSources)} required={staff === null} />
          <RefField name="referrerStaffId" hint="内推时必填" />
        </>
      ),
    },
    {
      title: "用工信息",
      fields: (
        <>
          <SelectField name="employType" options={choicesOf(employTypes)} />
          <DayField name="entryDate" />
          <MentorField known={staff} />
        </>
      ),
    },
    {
      title: "附件",
      fields: (
        <>
          <UploadField
            of={createStaff}
            name="photoFileIds"
            bizType="storeStaff"
            max={1}
            extensions={PICTURE_FILES}
            known={files}
          />
          <UploadField
            of={createStaff}
            name="resumeFileIds"
            bizType="storeStaff"
            extensions={["pdf", "doc", "docx", "jpg", "png"]}
            known={files}
          />
        </>
      ),
    },
  ];
}

/** 选择组织 with the seats on the day of entry. */
function StoreInput(control: Omit<ComponentProps<typeof StoreTreeInput>, "day">) {
  return <StoreTreeInput {...control} day={Form.useWatch("entryDate") ?? null} />;
}

/** Tells whether the person may be entered as soon as the phone is whole (ST-R9). */
function PhoneCheck() {
  const phone: unknown = Form.useWatch("phone");
  const typed = typeof phone === "string" ? phone.trim() : "";
  const { data } = useEndpoint(checkStaff, { query: { phone: typed } }, { enabled: isWholePhone(typed), silent: true });
  return isWholePhone(typed) && data?.refusal ? <Alert type="warning" showIcon title={data.refusal} /> : null;
}

function PositionField({ disabled }: { readonly disabled: boolean }) {
  const { options, loading } = useSeatChoices(Form.useWatch("storeId"), Form.useWatch("entryDate"));
  return (
    <SelectField name="positionCode" options={options} loading={loading} disabled={disabled} hint="请先选择门店" />
  );
}

/** People in post in the chosen store, and the mentor whom the person has, who may have left it. */
function MentorField({ known }: { readonly known: Pick<StaffDetail, "mentorStaffId" | "mentorName"> | null }) {
  const storeId: unknown = Form.useWatch("storeId");
  const query = typeof storeId === "string" ? { storeId } : {};
  const { data = [], isFetching } = useEndpoint(listStaffOptions, { query }, { enabled: "storeId" in query });
  const inPost = data.map(({ id, name, positionName }) => ({ value: id, label: `${name}（${positionName}）` }));
  const kept = known?.mentorStaffId ?? null;
  const isKept = kept !== null && !inPost.some(({ value }) => value === kept);
  const options = isKept ? [...inPost, { value: kept, label: known?.mentorName ?? "-" }] : inPost;
  return <SelectField name="mentorStaffId" options={options} loading={isFetching} />;
}
