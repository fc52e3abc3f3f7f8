import { RoleFile } from "@ops/authority/contract";
import { feedback } from "@ops/platform/web";
import { Upload } from "antd";

interface Props {
  readonly pending: boolean;
  readonly onRead: (file: RoleFile) => void;
}

/** Reads a file of roles and checks its form before anything is sent. */
export function ImportFile({ pending, onRead }: Props) {
  const read = async (file: File) => {
    const parsed = RoleFile.safeParse(jsonIn(await file.text()));
    if (parsed.success) onRead(parsed.data);
    else feedback.message.error(parsed.error.issues[0]?.message || "文件不是导出的角色文件，或内容不完整");
  };
  return (
    <Upload.Dragger
      accept=".json"
      maxCount={1}
      showUploadList={false}
      disabled={pending}
      beforeUpload={(file) => {
        void read(file);
        return false;
      }}
    >
      <p>点击或拖入导出的角色文件（JSON）</p>
      <p className="role-hint">按编码匹配：已有的角色更新内容，没有的新建；每个角色都经过变更预览后才生效</p>
    </Upload.Dragger>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the caller tells that this is no file of roles
  }
}
