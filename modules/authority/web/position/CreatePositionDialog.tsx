import { createPosition } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { usePositionChoices } from "./use-position-choices.ts";

const { TextField, SelectField, NumberField } = fieldsOf(createPosition);

export function CreatePositionDialog({ onClose }: { readonly onClose: () => void }) {
  const { types, roles } = usePositionChoices([]);
  return (
    <FormDialog
      title="新增职位"
      endpoint={createPosition}
      record={{ orgTypes: [], defaultRoleIds: [], rank: 10 }}
      done="新增成功！"
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="code" hint="保存后不能修改" />
      <SelectField name="orgTypes" options={types} multiple hint="不选则任何组织都可任职" />
      <NumberField name="rank" min={0} max={999} hint="数字大的职级高" />
      <SelectField name="defaultRoleIds" options={roles} multiple full />
    </FormDialog>
  );
}
