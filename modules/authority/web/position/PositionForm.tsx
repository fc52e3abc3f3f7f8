import { createPosition, editPosition, type Position } from "@ops/authority/contract";
import { RecordForm } from "@ops/platform/web";
import { usePositionChoices } from "./use-position-choices.ts";

interface Props {
  /** The record to edit, or null for a new one. */
  readonly position: Position | null;
  readonly onClose: () => void;
}

export function PositionForm({ position, onClose }: Props) {
  const { types, roles } = usePositionChoices(
    (position?.defaultRoleIds ?? []).map((value, at) => {
      return { value, label: position?.defaultRoleNames[at] ?? "-", disabled: true };
    }),
  );
  return (
    <RecordForm
      entity="职位"
      create={createPosition}
      edit={editPosition}
      record={position}
      name={position?.name}
      kind="drawer"
      start={{ orgTypes: [], defaultRoleIds: [], rank: 10 }}
      fields={["name", "code", "status", "orgTypes", "rank", "defaultRoleIds"]}
      special={{
        code: "保存后不能修改",
        orgTypes: { options: types, hint: "不选则任何组织都可任职" },
        rank: "数字大的职级高",
        defaultRoleIds: { options: roles, full: true },
      }}
      onClose={onClose}
    />
  );
}
