import { type MenuKind, menuKinds } from "@ops/authority/contract";
import { Form, Radio } from "antd";

interface Props {
  readonly id?: string;
  readonly value?: MenuKind | null;
  readonly onChange?: (kind: MenuKind) => void;
  readonly disabled: boolean;
}

/**
 * Chooses the kind. It clears path and parent, because a path fits only one kind, and only groups may be at the first
 * level.
 */
export function KindInput({ id, value, onChange, disabled }: Props) {
  const form = Form.useFormInstance();
  const choose = (kind: MenuKind) => {
    form.setFieldValue("path", null);
    if (kind !== "GROUP" && !form.getFieldValue("parentId")) form.setFieldValue("parentId", undefined);
    onChange?.(kind);
  };
  return (
    <Radio.Group
      {...(id ? { id } : {})}
      value={value}
      disabled={disabled}
      options={Object.entries(menuKinds).map(([kind, label]) => ({ value: kind, label }))}
      onChange={({ target }) => choose(target.value)}
    />
  );
}
