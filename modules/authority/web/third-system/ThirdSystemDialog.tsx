import {
  createThirdSystem,
  editThirdSystem,
  launchKinds,
  listApiClients,
  type ThirdSystem,
  thirdSystemStates,
} from "@ops/authority/contract";
import { choicesOf, FormDialog, fieldsOf, SearchSelect, useMay } from "@ops/platform/web";
import { Form } from "antd";
import { RoleSearchMany } from "../role/RoleSearch.tsx";

const made = fieldsOf(createThirdSystem);
// the making asks for the same fields and the code
const { TextField, TextAreaField, NumberField, SelectField, DictField, SwitchField, StateField, CustomField } =
  fieldsOf(editThirdSystem);
const kinds = choicesOf(launchKinds);

interface Props {
  readonly system: ThirdSystem | null;
  readonly onClose: () => void;
}

export function ThirdSystemDialog({ system, onClose }: Props) {
  if (system) {
    return (
      <FormDialog
        title={`编辑第三方系统 · ${system.name}`}
        width={640}
        endpoint={editThirdSystem}
        params={{ id: system.id }}
        record={system}
        done="修改成功！"
        onClose={onClose}
      >
        <SystemFields system={system} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title="新增第三方系统"
      width={640}
      endpoint={createThirdSystem}
      record={{
        description: null,
        launchKind: "LINK",
        apiClientId: null,
        bindingPlatform: null,
        givesPhone: false,
        visibleRoleIds: [],
        sort: 10,
        status: "ENABLED",
      }}
      done="新增成功！"
      onClose={onClose}
    >
      <made.TextField name="code" hint="字母开头，保存后不可修改" />
      <SystemFields system={null} />
    </FormDialog>
  );
}

function SystemFields({ system }: { readonly system: ThirdSystem | null }) {
  const kind: unknown = Form.useWatch("launchKind") ?? system?.launchKind;
  return (
    <>
      <TextField name="name" />
      <SelectField name="launchKind" options={kinds} />
      <NumberField name="sort" min={0} max={9_999} />
      <TextField name="launchUrl" full placeholder="https://" />
      {kind === "TICKET" && <Verifier system={system} />}
      {kind === "TICKET" && <SwitchField name="givesPhone" hint="校验票据时返回用户手机号" />}
      <DictField name="bindingPlatform" code="third_platform" hint="用户须先绑定该平台的账号；空为不要求" />
      <StateField name="status" machine={thirdSystemStates} />
      <Roles system={system} />
      <TextAreaField name="description" rows={2} />
    </>
  );
}

function Verifier({ system }: { readonly system: ThirdSystem | null }) {
  const may = useMay();
  return (
    <CustomField name="apiClientId" required hint="须已授权「校验第三方票据」接口">
      <SearchSelect
        enabled={may(listApiClients)}
        endpoint={listApiClients}
        inputOf={(typed) => ({ query: { ...typed, status: "ACTIVE" as const, pageSize: 20 } })}
        optionOf={({ id, name }) => ({ value: id, label: name })}
        known={system?.apiClientId ? [{ value: system.apiClientId, label: system.apiClientName ?? "" }] : []}
      />
    </CustomField>
  );
}

function Roles({ system }: { readonly system: ThirdSystem | null }) {
  const known = (system?.visibleRoleIds ?? []).map((value, at) => ({
    value,
    label: system?.visibleRoleNames[at] ?? value,
  }));
  return (
    <CustomField name="visibleRoleIds" full hint="空为全部人员可见">
      <RoleSearchMany known={known} placeholder="请选择" />
    </CustomField>
  );
}
