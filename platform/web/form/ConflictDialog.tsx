import { Button, Modal } from "antd";
import type { ContractForm } from "./use-contract-form.ts";

const changedBy = { me: "我修改了", them: "对方修改了", both: "双方都修改了" };

/** Two versions side by side; nothing typed is lost (PF-R90). */
export function ConflictDialog({ form }: { readonly form: ContractForm }) {
  const { conflict, scope, takeLatest, keepMine } = form;
  if (!conflict) return null;
  const show = (name: string, value: unknown) => scope.fields.get(name)?.show(value) ?? String(value ?? "-");

  return (
    <Modal
      open
      title="数据已被他人修改"
      width={680}
      onCancel={keepMine}
      footer={
        <>
          <Button onClick={takeLatest}>使用最新数据</Button>
          <Button type="primary" onClick={keepMine}>
            继续编辑我的内容
          </Button>
        </>
      }
    >
      <p className="conflict-message">{conflict.message}</p>
      {conflict.rows.length === 0 ? (
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
            {conflict.rows.map((row) => (
              <tr key={row.name} data-changed={row.changedBy}>
                <th scope="row">
                  {scope.fields.get(row.name)?.label ?? row.name}
                  <small>{changedBy[row.changedBy]}</small>
                </th>
                <td>{show(row.name, row.mine)}</td>
                <td>{show(row.name, row.theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="conflict-hint">选择“继续编辑”后再次保存，将以您填写的内容为准。</p>
    </Modal>
  );
}
