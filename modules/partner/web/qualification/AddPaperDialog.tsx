import { addQualification, type PartnerDetail, type Qualification } from "@ops/partner/contract";
import { SCAN_FILES } from "@ops/platform/contract";
import { FormDialog, UploadField } from "@ops/platform/web";
import { partnerName } from "../company/partner-name.ts";

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
      fields={["kind", "number", "issueOn", "expireOn", "fileIds"]}
      special={{
        fileIds: (
          <UploadField of={addQualification} name="fileIds" bizType="partnerQualification" extensions={SCAN_FILES} />
        ),
      }}
      onClose={onClose}
    />
  );
}
