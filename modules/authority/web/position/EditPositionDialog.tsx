import { editPosition, type Position, positionStates } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { usePositionChoices } from "./use-position-choices.ts";

const { TextField, SelectField, StateField, NumberField } = fieldsOf(editPosition);

export function EditPositionDialog({
  position,
  onClose,
}: {
  readonly position: Position;
  readonly onClose: () => void;
}) {
  const { defaultRoleIds, defaultRoleNames } = position;
  const { types, roles } = usePositionChoices(
    defaultRoleIds.map((value, at) => ({ value, label: defaultRoleNames[at] ?? "-", disabled: true })),
  );
  return (
    <FormDialog
      title={`编辑职位 · ${position.name}`}
      endpoint={editPosition}
      params={{ id: position.id }}
      record={position}
      done="修改成功！"
      onClose={onClose}
    >
      <TextField name="name" />
      <StateField name="status" machine={positionStates} />
      <SelectField name="orgTypes" options={types} multiple hint="不选则任何组织都可任职" />
      <NumberField name="rank" min={0} max={999} hint="数字大的职级高" />
      <SelectField name="defaultRoleIds" options={roles} multiple full />
    </FormDialog>
  );
}
