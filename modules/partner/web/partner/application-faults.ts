import { type PartnerDetail, partnerApplication } from "@ops/partner/contract";
import { Form } from "antd";
import { useEffect } from "react";

/** What the application of a partner lacks, field by field, in the words of the contract (PT-R3). */
export function applicationFaults(partner: PartnerDetail): { name: string; errors: string[] }[] {
  const { error } = partnerApplication.safeParse(partner);
  const byField = Map.groupBy(error?.issues ?? [], ({ path }) => String(path[0]));
  return [...byField].map(([name, issues]) => ({ name, errors: issues.map(({ message }) => message) }));
}

/** Stands inside a form and tells them beside their fields, as the form itself tells what is wrong. */
export function ApplicationFaults({ partner }: { readonly partner: PartnerDetail }) {
  const form = Form.useFormInstance();
  useEffect(() => form.setFields(applicationFaults(partner)), [form, partner]);
  return null;
}
