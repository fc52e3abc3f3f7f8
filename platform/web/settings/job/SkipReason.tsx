import { Alert } from "antd";
import { TextAreaField } from "../../form/lazy-forms.tsx";

/** What to know before something that waits is ended for good, and why it is. */
export function SkipReason({ warning }: { readonly warning: string }) {
  return (
    <>
      <Alert className="form-alert" type="warning" showIcon title={warning} />
      <TextAreaField name="reason" rows={3} />
    </>
  );
}
