import type { StoredFile } from "@ops/platform/contract";
import { FilePreview, useClosing } from "@ops/platform/web";
import type { Rectification } from "@ops/store/contract";
import { Modal } from "antd";
import "./verification.css";

interface Props {
  readonly rectification: Rectification;
  readonly files: readonly StoredFile[];
  readonly onClose: () => void;
}

/** What was wrong and what was done about it, pictures side by side. */
export function RepairDialog({ rectification, files, onClose }: Props) {
  const { modal } = useClosing(onClose);
  const { requirement, beforeFileIds, afterFileIds } = rectification;
  const filesOf = (ids: readonly string[]) => files.filter(({ id }) => ids.includes(id));
  return (
    <Modal title={`整改对比 · ${requirement}`} width={860} footer={null} {...modal}>
      <div className="repair-sides">
        <Side title="整改前" files={filesOf(beforeFileIds)} nothing="没有图片" />
        <Side title="整改后" files={filesOf(afterFileIds)} nothing="还没有提交整改" />
      </div>
    </Modal>
  );
}

interface SideProps {
  readonly title: string;
  readonly files: readonly StoredFile[];
  readonly nothing: string;
}

function Side({ title, files, nothing }: SideProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {files.length === 0 && <p>{nothing}</p>}
      {files.map((file) => (
        <FilePreview key={file.id} file={file} />
      ))}
    </section>
  );
}
