import {
  createDictEntry,
  createDictType,
  type DictType,
  editDictEntry,
  type ManagedDictEntry,
} from "@ops/platform/contract";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";

const newType = fieldsOf(createDictType);
const newEntry = fieldsOf(createDictEntry);
const entryFields = fieldsOf(editDictEntry);

/** The colours that mean something, see `toneOfColor`. */
const colors = [
  { value: "blue", label: "蓝（进行中）" },
  { value: "green", label: "绿（正常）" },
  { value: "orange", label: "橙（提醒）" },
  { value: "red", label: "红（异常）" },
  { value: "gray", label: "灰（停止）" },
];
const statuses = [
  { value: "ENABLED", label: "启用" },
  { value: "DISABLED", label: "停用" },
];

interface TypeProps {
  readonly onDone: (type: DictType) => void;
  readonly onClose: () => void;
}

export function CreateDictTypeDialog(props: TypeProps) {
  const { TextField } = newType;
  return (
    <FormDialog kind="modal" title="新增字典" endpoint={createDictType} done="新增成功！" {...props}>
      <TextField name="name" />
      <TextField name="code" hint="小写字母开头，可含数字与下划线，保存后不能修改" />
    </FormDialog>
  );
}

interface EntryProps {
  readonly onClose: () => void;
}

export function CreateDictEntryDialog({ type, sort, ...rest }: EntryProps & { type: DictType; sort: number }) {
  const { TextField, NumberField, SelectField } = newEntry;
  return (
    <FormDialog
      kind="modal"
      title={`新增字典项 · ${type.name}`}
      endpoint={createDictEntry}
      record={{ sort }}
      fixed={{ code: type.code }}
      done="新增成功！"
      {...rest}
    >
      <TextField name="entryMeaning" />
      <TextField name="entryValue" hint="数据中保存的是值，保存后不能修改" />
      <NumberField name="sort" min={1} max={9999} hint="数字小的排在前面" />
      <SelectField name="color" options={colors} />
    </FormDialog>
  );
}

export function EditDictEntryDialog({ entry, ...rest }: EntryProps & { entry: ManagedDictEntry }) {
  const { TextField, NumberField, SelectField } = entryFields;
  return (
    <FormDialog
      kind="modal"
      title={`编辑字典项 · ${entry.entryValue}`}
      endpoint={editDictEntry}
      params={{ id: entry.id }}
      record={entry}
      done="修改成功！"
      {...rest}
    >
      <TextField name="entryMeaning" />
      <NumberField name="sort" min={1} max={9999} hint="数字小的排在前面" />
      <SelectField name="color" options={colors} />
      <SelectField name="status" label="状态" options={statuses} />
    </FormDialog>
  );
}
