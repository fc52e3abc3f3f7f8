import {
  createThirdSystem,
  editThirdSystem,
  launchKinds,
  listApiClients,
  listMyThirdSystems,
  listRoles,
  listThirdSystems,
  type ThirdSystem,
  thirdSystemStates,
} from "@ops/authority/contract";
import { FormDialog, fieldsOf, useEndpoint, useMay } from "@ops/platform/web";
import { Form } from "antd";

const made = fieldsOf(createThirdSystem);
// the making asks for the same fields and the code
const { TextField, TextAreaField, NumberField, SelectField, DictField, SwitchField, StateField } =
  fieldsOf(editThirdSystem);
const kinds = Object.entries(launchKinds).map(([value, label]) => ({ value, label }));
const refreshes = [listThirdSystems, listMyThirdSystems];

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
        refreshes={refreshes}
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
        ...{ description: null, launchKind: "LINK", apiClientId: null, bindingPlatform: null, givesPhone: false },
        ...{ visibleRoleIds: [], sort: 10, status: "ENABLED" },
      }}
      done="新增成功！"
      refreshes={refreshes}
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
  const query = { status: "ACTIVE", pageSize: 100 } as const;
  const answer = useEndpoint(listApiClients, { query }, { enabled: may(listApiClients) });
  const clients = (answer.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known = system?.apiClientId ? [{ value: system.apiClientId, label: system.apiClientName ?? "" }] : [];
  const options = [...known.filter(({ value }) => !clients.some((one) => one.value === value)), ...clients];
  return (
    <SelectField
      name="apiClientId"
      required
      options={options}
      loading={answer.isLoading}
      hint="须已授权「校验第三方票据」接口"
    />
  );
}

function Roles({ system }: { readonly system: ThirdSystem | null }) {
  const may = useMay();
  const answer = useEndpoint(listRoles, { query: { pageSize: 100 } }, { enabled: may(listRoles) });
  const roles = (answer.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known = (system?.visibleRoleIds ?? []).map((value, at) => ({
    value,
    label: system?.visibleRoleNames[at] ?? value,
  }));
  const options = [...known.filter(({ value }) => !roles.some((one) => one.value === value)), ...roles];
  return (
    <SelectField
      name="visibleRoleIds"
      full
      multiple
      options={options}
      loading={answer.isLoading}
      hint="空为全部人员可见"
    />
  );
}
