import {
  createOrganization,
  fitsBelowStore,
  type Organization,
  organizationType,
  ownerOfType,
} from "@ops/authority/contract";
import { FormDialog, fieldsOf, useDict } from "@ops/platform/web";

const { TextField, NumberField, SelectField, RegionField, AddressField } = fieldsOf(createOrganization);

interface Props {
  readonly parent: Organization;
  readonly onCreated: (organization: Organization) => void;
  readonly onClose: () => void;
}

export function CreateOrganizationDialog({ parent, onCreated, onClose }: Props) {
  const dict = useDict("organization_type");
  const types = dict.options.filter(({ value }) => {
    const type = organizationType.safeParse(value).data;
    return type && type !== "GROUP" && !ownerOfType(type) && (parent.type !== "STORE" || fitsBelowStore(type));
  });
  const blank = { shortName: null, regionCode: null, address: null, phone: null, code: null };
  return (
    <FormDialog
      title={`新增下级组织 · ${parent.name}`}
      endpoint={createOrganization}
      record={{ ...blank, sort: 0 }}
      fixed={{ parentId: parent.id }}
      done="新增成功！"
      onDone={onCreated}
      onClose={onClose}
    >
      <TextField name="name" />
      <SelectField name="type" options={types} hint="门店、合作伙伴、承运商由各自模块新增" />
      <TextField name="code" placeholder="不填则自动编号" hint="保存后不能修改" />
      <TextField name="shortName" />
      <RegionField name="regionCode" label="省市区" />
      <TextField name="phone" />
      <AddressField name="address" within="regionCode" />
      <NumberField name="sort" min={0} max={99_999} hint="数字小的排在前面" />
    </FormDialog>
  );
}
