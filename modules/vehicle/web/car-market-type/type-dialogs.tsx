import { choicesOf, FormDialog, fieldsOf } from "@ops/platform/web";
import {
  type CarMarketType,
  catalogueStates,
  createCarMarketType,
  editCarMarketType,
  getCarMarketType,
  listCarMarketTypes,
  marketUses,
} from "@ops/vehicle/contract";
import { Alert } from "antd";

const create = fieldsOf(createCarMarketType);
const edit = fieldsOf(editCarMarketType);
const uses = choicesOf(marketUses);
const stale = [listCarMarketTypes, getCarMarketType];

interface CreateProps {
  readonly types: readonly CarMarketType[];
  readonly parentId: string | null;
  readonly onClose: () => void;
}

/** Only the first level takes children. */
const parentsOf = (types: readonly CarMarketType[], except = "") =>
  types
    .filter(({ id, parentId }) => parentId === null && id !== except)
    .map(({ id, typeName }) => ({ value: id, label: typeName }));

export function CreateTypeDialog({ types, parentId, onClose }: CreateProps) {
  return (
    <FormDialog
      title="新增车辆市场类型"
      kind="modal"
      endpoint={createCarMarketType}
      record={{ parentId, rightsAllowed: true, usableFor: ["SALE"] }}
      done="新增成功！"
      refreshes={stale}
      onClose={onClose}
    >
      <create.TextField name="typeCode" hint="保存后不能修改" />
      <create.TextField name="typeName" />
      <create.SelectField name="parentId" options={parentsOf(types)} hint="不选为一级类型，最多两级" />
      <create.SwitchField name="rightsAllowed" />
      <create.SelectField name="usableFor" options={uses} multiple />
    </FormDialog>
  );
}

interface EditProps {
  readonly types: readonly CarMarketType[];
  readonly type: CarMarketType;
  readonly onClose: () => void;
}

export function EditTypeDialog({ types, type, onClose }: EditProps) {
  return (
    <FormDialog
      title={`编辑车辆市场类型 · ${type.typeCode}`}
      kind="modal"
      endpoint={editCarMarketType}
      params={{ id: type.id }}
      record={type}
      done="修改成功！"
      refreshes={stale}
      onClose={onClose}
    >
      <edit.TextField name="typeName" />
      <edit.SelectField name="parentId" options={parentsOf(types, type.id)} hint="不选为一级类型，最多两级" />
      <edit.SwitchField name="rightsAllowed" />
      <Alert className="form-alert" type="info" showIcon title="切换是否享受权益不影响已发放权益" />
      <edit.SelectField name="usableFor" options={uses} multiple />
      <edit.StateField name="status" machine={catalogueStates} />
    </FormDialog>
  );
}
