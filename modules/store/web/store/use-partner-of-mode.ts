import { Form } from "antd";
import { useEffect } from "react";

/** Who runs the store that the form is about. A store that the brand runs itself has no partner, so the chosen one goes. */
export function usePartnerOfMode(): unknown {
  const form = Form.useFormInstance();
  const mode: unknown = Form.useWatch("operateMode");
  useEffect(() => {
    if (mode === "DIRECT") form.setFieldValue("partnerId", null);
  }, [form, mode]);
  return mode;
}
