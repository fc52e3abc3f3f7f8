import { type PartnerDetail, partnerApplication } from "@ops/partner/contract";
import { type FieldFault, faultsOf } from "@ops/platform/web";
import { Form } from "antd";
import { useEffect } from "react";

/** Lists the fields that an application lacks, with the messages of the form (PT-R3). */
export function applicationFaults(partner: PartnerDetail): FieldFault[] {
  return faultsOf(partnerApplication, partner);
}

/** Shows each fault beside its field, as the form shows its own. It must be inside of the form. */
export function ApplicationFaults({ partner }: { readonly partner: PartnerDetail }) {
  const form = Form.useFormInstance();
  useEffect(() => form.setFields(applicationFaults(partner)), [form, partner]);
  return null;
}

/** The message after a save: it tells how many fields the application still lacks. */
export function savedText(partner: PartnerDetail): string {
  const { length } = applicationFaults(partner);
  return length === 0 ? "已保存，可以提交" : `已保存，提交前还差 ${length} 项`;
}
