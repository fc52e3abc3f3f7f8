import { type PartnerDetail, partnerApplication } from "@ops/partner/contract";
import { type FieldFault, faultsOf } from "@ops/platform/web";
import { Form } from "antd";
import { useEffect } from "react";

/** What the application of a partner lacks, field by field, in the words in which every form asks (PT-R3). */
export function applicationFaults(partner: PartnerDetail): FieldFault[] {
  return faultsOf(partnerApplication, partner);
}

/** Stands inside a form and tells them beside their fields, as the form itself tells what is wrong. */
export function ApplicationFaults({ partner }: { readonly partner: PartnerDetail }) {
  const form = Form.useFormInstance();
  useEffect(() => form.setFields(applicationFaults(partner)), [form, partner]);
  return null;
}

/** After what was lacking has been filled in, as far as it has. */
export function savedText(partner: PartnerDetail): string {
  const { length } = applicationFaults(partner);
  return length === 0 ? "已保存，可以提交" : `已保存，提交前还差 ${length} 项`;
}
