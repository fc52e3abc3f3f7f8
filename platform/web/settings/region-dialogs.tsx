import { editRegion, listManagedRegions, type ManagedRegion } from "@ops/platform/contract";
import { type ChoiceControl, SearchSelect } from "../form/input/SearchSelect.tsx";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";

const { TextField, NumberField, CustomField } = fieldsOf(editRegion);

interface Props {
  readonly region: ManagedRegion;
  readonly onClose: () => void;
}

export function EditRegionDialog({ region, ...rest }: Props) {
  const { code, name, status } = region;
  return (
    <FormDialog
      kind="modal"
      title={`编辑行政区划 · ${name}`}
      endpoint={editRegion}
      params={{ code }}
      record={region}
      done="修改成功！"
      {...rest}
    >
      <TextField name="name" />
      <NumberField name="lng" precision={6} hint="没有地图服务时，按中心位置估计地址的坐标" />
      <NumberField name="lat" precision={6} />
      {status === "ABOLISHED" && (
        <CustomField name="replacedBy">
          <SuccessorSelect region={region} />
        </CustomField>
      )}
    </FormDialog>
  );
}

/** Abolishes a division. Records with it show the name of its successor. */
export function AbolishRegionDialog({ region, ...rest }: Props) {
  const { code, name } = region;
  return (
    <FormDialog
      kind="modal"
      title={`停用行政区划 · ${name}`}
      endpoint={editRegion}
      params={{ code }}
      record={region}
      fixed={{ status: "ABOLISHED" }}
      okText="停用"
      danger
      done="停用成功！"
      {...rest}
    >
      <CustomField name="replacedBy" hint="已有数据按替换后的区划显示，并标注（已调整）；不填则只标注">
        <SuccessorSelect region={region} />
      </CustomField>
    </FormDialog>
  );
}

function SuccessorSelect({ region, ...control }: ChoiceControl & { readonly region: ManagedRegion }) {
  const { level, code, replacedBy, replacedByName } = region;
  const asked = { level, status: "VALID" as const, pageSize: 20 };
  return (
    <SearchSelect
      {...control}
      endpoint={listManagedRegions}
      inputOf={(typed) => ({ query: { ...asked, ...typed } })}
      optionOf={({ code: value, name: label, parentName }) => ({ value, label, detail: parentName })}
      known={replacedBy ? [{ value: replacedBy, label: replacedByName ?? replacedBy }] : []}
      except={code}
      placeholder="搜索同级的有效区划"
      label="替换为"
    />
  );
}
