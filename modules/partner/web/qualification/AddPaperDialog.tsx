import { addQualification, type PartnerDetail, paperKinds, type Qualification } from "@ops/partner/contract";
import { choicesOf, FormDialog, fieldsOf, UploadField } from "@ops/platform/web";
import { partnerName } from "../company/partner-name.ts";

const { SelectField, TextField, DayField } = fieldsOf(addQualification);

interface Props {
  readonly partner: PartnerDetail;
  readonly kind: Qualification["kind"] | null;
  readonly onClose: () => void;
}

export function AddPaperDialog({ partner, kind, onClose }: Props) {
  return (
    <FormDialog
      title={`上传资质 · ${partnerName(partner)}`}
      endpoint={addQualification}
      params={{ id: partner.id }}
      record={{ fileIds: [], ...(kind ? { kind } : {}) }}
      okText="提交审核"
      done="已提交，等待审核"
      onClose={onClose}
    >
      <SelectField name="kind" options={choicesOf(paperKinds)} />
      <TextField name="number" />
      <DayField name="issueOn" />
      <DayField name="expireOn" />
      <UploadField
        of={addQualification}
        name="fileIds"
        bizType="partnerQualification"
        extensions={["jpg", "jpeg", "png", "pdf"]}
      />
    </FormDialog>
  );
}
