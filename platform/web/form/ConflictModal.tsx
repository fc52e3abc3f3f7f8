import { Button, Modal } from "antd";
import type { ReactNode } from "react";
import type { ConflictRow } from "./conflict.ts";
import "./form.css";

const changedBy = { me: "我修改了", them: "对方修改了", both: "双方都修改了" };

interface Shown extends Pick<ConflictRow, "changedBy"> {
  readonly key: string;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
}

interface Props {
  /** `数据已被{姓名}于{时间}修改，请刷新后重试` */
  readonly message: string;
  readonly rows: readonly Shown[];
  readonly onLatest: () => void;
  readonly onMine: () => void;
}

/** Two versions side by side; nothing typed is lost (PF-R90). */
export function ConflictModal({ message, rows, onLatest, onMine }: Props) {
  return (
    <Modal
      open
      title="数据已被他人修改"
      width={680}
      onCancel={onMine}
      footer={
        <>
          {rows.length > 0 && <Button onClick={onLatest}>使用最新数据</Button>}
          <Button type="primary" onClick={onMine}>
            继续编辑我的内容
          </Button>
        </>
      }
    >
      <p className="conflict-message">{message}</p>
      {rows.length === 0 ? (
        <p>被修改的内容不在此表单中，您填写的内容不受影响。</p>
      ) : (
        <table className="conflict-table">
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">我的内容</th>
              <th scope="col">最新数据</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} data-changed={row.changedBy}>
                <th scope="row">
                  {row.label}
                  <small>{changedBy[row.changedBy]}</small>
                </th>
                <td>{row.mine}</td>
                <td>{row.theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > 0 && <p className="conflict-hint">选择“继续编辑”后再次保存，将以您填写的内容为准。</p>}
    </Modal>
  );
}
