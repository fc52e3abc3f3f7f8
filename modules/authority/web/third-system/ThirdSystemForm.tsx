import { createThirdSystem, editThirdSystem, type ThirdSystem } from "@ops/authority/contract";
import { fieldsOf, RecordForm } from "@ops/platform/web";
import { Form } from "antd";

const { SwitchField, RefField } = fieldsOf(editThirdSystem); // the form of a new record has the same fields

interface Props {
  /** The record to edit, or null for a new one. */
  readonly system: ThirdSystem | null;
  readonly onClose: () => void;
}

export function ThirdSystemForm({ system, onClose }: Props) {
  return (
    <RecordForm
      entity="第三方系统"
      create={createThirdSystem}
      edit={editThirdSystem}
      record={system}
      name={system?.name}
      kind="drawer"
      width={640}
      start={{
        description: null,
        launchKind: "LINK",
        apiClientId: null,
        bindingPlatform: null,
        givesPhone: false,
        visibleRoleIds: [],
        sort: 10,
        status: "ENABLED",
      }}
      fields={[
        "code",
        "name",
        "launchKind",
        "sort",
        "launchUrl",
        "apiClientId",
        "givesPhone",
        "bindingPlatform",
        "status",
        "visibleRoleIds",
        "description",
      ]}
      special={{
        code: "字母开头，保存后不可修改",
        launchUrl: { full: true, placeholder: "https://" },
        apiClientId: <Verifier system={system} />,
        givesPhone: <GivesPhone system={system} />,
        bindingPlatform: "用户须先绑定该平台的账号；空为不要求",
        visibleRoleIds: { full: true, placeholder: "请选择", hint: "空为全部人员可见" },
        description: { rows: 2 },
      }}
      onClose={onClose}
    />
  );
}

type SystemProps = Pick<Props, "system">;

/** Only systems that are opened with a ticket verify it. */
function useTicket(system: ThirdSystem | null): boolean {
  const kind: unknown = Form.useWatch("launchKind") ?? system?.launchKind;
  return kind === "TICKET";
}

function GivesPhone({ system }: SystemProps) {
  return useTicket(system) && <SwitchField name="givesPhone" hint="校验票据时返回用户手机号" />;
}

function Verifier({ system }: SystemProps) {
  return useTicket(system) && <RefField name="apiClientId" required hint="须已授权「校验第三方票据」接口" />;
}
