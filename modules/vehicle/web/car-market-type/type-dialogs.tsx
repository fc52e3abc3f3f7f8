import { choicesOf, fieldsOf } from "@ops/platform/web";
import {
  type CarMarketType,
  catalogueStates,
  createCarMarketType,
  editCarMarketType,
  marketUses,
} from "@ops/vehicle/contract";
import { Alert } from "antd";
import { RecordDialog } from "../RecordDialog.tsx";

const { TextField, SelectField, SwitchField } = fieldsOf(createCarMarketType);
const { StateField } = fieldsOf(editCarMarketType);

interface Props {
  readonly types: readonly CarMarketType[];
  /** The one to edit, or null for a new one below `parentId`. */
  readonly type: CarMarketType | null;
  readonly parentId: string | null;
  readonly onClose: () => void;
}

/** Only the first level takes children. */
const parentsOf = (types: readonly CarMarketType[], except = "") =>
  types
    .filter(({ id, parentId }) => parentId === null && id !== except)
    .map(({ id, typeName }) => ({ value: id, label: typeName }));

export function TypeDialog({ types, type, parentId, onClose }: Props) {
  const pair = { what: "车辆市场类型", create: createCarMarketType, edit: editCarMarketType };
  const start = { parentId, rightsAllowed: true, usableFor: ["SALE" as const] };
  const parents = parentsOf(types, type?.id);
  return (
    <RecordDialog {...pair} start={start} onClose={onClose} record={type} name={type?.typeCode}>
      {!type && <TextField name="typeCode" hint="保存后不能修改" />}
      <TextField name="typeName" />
      <SelectField name="parentId" options={parents} hint="不选为一级类型，最多两级" />
      <SwitchField name="rightsAllowed" />
      {type && <Alert className="form-alert" type="info" showIcon title="切换是否享受权益不影响已发放权益" />}
      <SelectField name="usableFor" options={choicesOf(marketUses)} multiple />
      {type && <StateField name="status" machine={catalogueStates} />}
    </RecordDialog>
  );
}
