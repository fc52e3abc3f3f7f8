import { createPosition, editPosition, listPositionRoles, listPositions, type Position } from "@ops/authority/contract";
import { FormDialog, fieldsOf, useDict, useEndpoint } from "@ops/platform/web";

const created = fieldsOf(createPosition);
const edited = fieldsOf(editPosition);

const statuses = [
  { value: "ENABLED", label: "启用" },
  { value: "DISABLED", label: "停用" },
];

export function CreatePositionDialog({ onClose }: { readonly onClose: () => void }) {
  const { types, roles } = useChoices([]);
  const { TextField, SelectField, NumberField } = created;
  return (
    <FormDialog
      title="新增职位"
      endpoint={createPosition}
      record={{ orgTypes: [], defaultRoleIds: [], rank: 10 }}
      done="新增成功！"
      refreshes={[listPositions]}
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

export function EditPositionDialog({
  position,
  onClose,
}: {
  readonly position: Position;
  readonly onClose: () => void;
}) {
  const { defaultRoleIds, defaultRoleNames } = position;
  const { types, roles } = useChoices(
    defaultRoleIds.map((value, at) => ({ value, label: defaultRoleNames[at] ?? "-", disabled: true })),
  );
  const { TextField, SelectField, NumberField } = edited;
  return (
    <FormDialog
      title={`编辑职位 · ${position.name}`}
      endpoint={editPosition}
      params={{ id: position.id }}
      record={position}
      done="修改成功！"
      refreshes={[listPositions]}
      onClose={onClose}
    >
      <TextField name="name" />
      <SelectField name="status" options={statuses} />
      <SelectField name="orgTypes" options={types} multiple hint="不选则任何组织都可任职" />
      <NumberField name="rank" min={0} max={999} hint="数字大的职级高" />
      <SelectField name="defaultRoleIds" options={roles} multiple full />
    </FormDialog>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Roles that the operator may not set are still named while the position has them. */
function useChoices(held: readonly Choice[]): { types: readonly Choice[]; roles: readonly Choice[] } {
  const types = useDict("organization_type").options;
  const answer = useEndpoint(listPositionRoles, {}, { silent: true });
  const offered = (answer.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { types, roles: [...offered, ...held.filter(({ value }) => !offered.some((it) => it.value === value))] };
}
