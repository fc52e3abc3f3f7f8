import { FormDialog } from "@ops/platform/web";
import { type ProjectTemplate, saveProjectTemplate } from "@ops/store/contract";
import { Alert } from "antd";
import { ChecksInput } from "./ChecksInput.tsx";
import { NodesInput } from "./NodesInput.tsx";
import "./project-template.css";

const special = {
  storeType: { required: false, hint: "空白：没有自己模板的门店类型" },
  nodes: { full: true, control: <NodesInput /> },
  checks: { full: true, control: <ChecksInput />, hint: "每种验收的满分合计须为100" },
};

interface Props {
  readonly from: ProjectTemplate | undefined;
  /** Whether its content is where the template of another kind or type of store begins. */
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** 编辑 of a template, which makes its next version, or the first version of a new one. */
export function TemplateDialog({ from, isNew, onClose }: Props) {
  const content = { nodes: from?.nodes ?? [], checks: from?.checks ?? [] };
  const ver = isNew || !from ? 0 : from.ver;
  return (
    <FormDialog
      title={isNew ? "新增模板" : "编辑节点模板"}
      width={1120}
      endpoint={saveProjectTemplate}
      record={isNew || !from ? { ...content, ver } : { ...content, ver, kind: from.kind, storeType: from.storeType }}
      refusals={{
        STORE_NODE_CODE: "nodes",
        STORE_NODE_UNKNOWN: "nodes",
        STORE_NODE_CYCLE: "nodes",
        STORE_NODE_OPENING: "nodes",
        STORE_CHECK_SUM: "checks",
        STORE_CHECK_CODE: "checks",
      }}
      fields={isNew ? ["kind", "storeType", "nodes", "checks"] : ["nodes", "checks"]}
      special={special}
      okText={`保存为第${ver + 1}版`}
      done="节点模板已保存！"
      onClose={onClose}
    >
      <Alert
        className="node-field-wide"
        type="info"
        showIcon
        title="新版本用于以后建立的项目；已有项目保持原来的模板版本"
      />
    </FormDialog>
  );
}
