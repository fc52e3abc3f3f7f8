import { freezeSources, sendUnfreezeCode, unfreezeStaffAccount } from "@ops/partner/contract";
import { FormDialog, feedback, fieldsOf, useCall } from "@ops/platform/web";
import { Button, Form, Input } from "antd";
import type { StaffDialogProps } from "./staff-dialogs.tsx";
import { type UnfreezableSource, unfreezable } from "./staff-freezing.ts";

const { CustomField } = fieldsOf(unfreezeStaffAccount);

export function UnfreezeDialog({ staff, onClose }: StaffDialogProps) {
  const [first] = unfreezable(staff);
  return (
    <FormDialog
      kind="modal"
      title={`解冻账号 · ${staff.name}`}
      okText="解冻"
      endpoint={unfreezeStaffAccount}
      params={{ id: staff.id }}
      record={{ version: staff.version, ...(first ? { source: first } : {}) }}
      refusals={{ PARTNER_STAFF_CODE: "code" }}
      done="已解冻！"
      fields={["source", "code", "reason"]}
      special={{
        source: { options: unfreezable(staff).map((source) => ({ value: source, label: freezeSources[source] })) },
        code: <CodeField staff={staff} />,
      }}
      onClose={onClose}
    />
  );
}

/** Somebody who was frozen for inactivity confirms with a code on the own phone (PT-R13). */
function CodeField({ staff: { id, version, phone } }: Pick<StaffDialogProps, "staff">) {
  const source: UnfreezableSource | undefined = Form.useWatch("source");
  const { call, pending } = useCall(sendUnfreezeCode, {
    onDone: () => feedback.message.success("验证码已发送到本人手机"),
  });
  if (source !== "INACTIVE") return null;
  // the call itself has already shown the reason
  const send = () => void call({ params: { id }, body: { version } }).catch(() => undefined);
  return (
    <CustomField name="code" required hint={`由本人（${phone}）收取短信后告知`}>
      <CodeInput onSend={send} pending={pending} />
    </CustomField>
  );
}

interface CodeProps {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (code: string) => void;
  readonly onSend: () => void;
  readonly pending: boolean;
}

function CodeInput({ id, value, onChange, onSend, pending }: CodeProps) {
  return (
    <span className="staff-code">
      <Input
        {...(id ? { id } : {})}
        value={value ?? ""}
        maxLength={6}
        inputMode="numeric"
        autoComplete="off"
        placeholder="6位验证码"
        onChange={({ target }) => onChange?.(target.value)}
      />
      <Button loading={pending} onClick={onSend}>
        发送验证码
      </Button>
    </span>
  );
}
