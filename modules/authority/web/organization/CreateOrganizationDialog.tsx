import {
  createOrganization,
  fitsBelowStore,
  type Organization,
  organizationType,
  ownerOfType,
} from "@ops/authority/contract";
import { FormDialog, fieldsOf, useDict } from "@ops/platform/web";

const { RegionField, AddressField } = fieldsOf(createOrganization);

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
      fields={["name", "type", "code", "shortName", "regionCode", "phone", "address", "sort"]}
      special={{
        type: { options: types, hint: "门店、合作伙伴、承运商由各自模块新增" },
        code: { placeholder: "不填则自动编号", hint: "保存后不能修改" },
        regionCode: <RegionField name="regionCode" label="省市区" />,
        address: <AddressField name="address" within="regionCode" />,
        sort: "数字小的排在前面",
      }}
      onClose={onClose}
    />
  );
}
