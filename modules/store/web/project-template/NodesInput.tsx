import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { PlainTable, tableColumnsOf, useDialog } from "@ops/platform/web";
import { projectStages, TemplateNode } from "@ops/store/contract";
import { Button, Form, InputNumber, Space } from "antd";
import { NodeDialog } from "./NodeDialog.tsx";
import { dropNode, moveLine, putNode, weightSum } from "./template-draft.ts";
import "./project-template.css";

const blank = { stage: "BUILD", weight: 5, durationDays: 5, offsetEnd: 0, evidenceMin: 0, predecessorCodes: [] };

interface Props {
  readonly value?: readonly TemplateNode[];
  readonly onChange?: (nodes: TemplateNode[]) => void;
}

/** The nodes of a template in their order, with the sum of their weights. */
export function NodesInput({ value: nodes = [], onChange }: Props) {
  const opened = useDialog<TemplateNode | "new">();
  const setNodes = (next: TemplateNode[]) => onChange?.(next);
  const known = opened.value === "new" ? null : opened.value;
  return (
    <>
      <PlainTable<TemplateNode>
        rowKey="code"
        rows={nodes}
        columns={[
          ...nodeColumns,
          {
            title: "操作",
            width: 190,
            render: (_: unknown, node: TemplateNode, at: number) => (
              <Space size={0}>
                <Button type="link" size="small" onClick={() => opened.open(node)}>
                  编辑
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`上移${node.name}`}
                  icon={<ArrowUpOutlined />}
                  onClick={() => setNodes(moveLine(nodes, at, -1))}
                />
                <Button
                  type="text"
                  size="small"
                  aria-label={`下移${node.name}`}
                  icon={<ArrowDownOutlined />}
                  onClick={() => setNodes(moveLine(nodes, at, 1))}
                />
                <Button type="link" size="small" danger onClick={() => setNodes(dropNode(nodes, node))}>
                  删除
                </Button>
              </Space>
            ),
          },
        ]}
        footer={() => (
          <Space>
            <Button type="dashed" onClick={() => opened.open("new")}>
              新增节点
            </Button>
            <output>
              共{nodes.length}个节点，权重合计{weightSum(nodes)}
            </output>
          </Space>
        )}
      />
      {opened.value && (
        <NodeDialog
          title={known ? `编辑节点 · ${known.name}` : "新增节点"}
          schema={TemplateNode}
          start={known ?? blank}
          others={nodes.filter(({ code }) => code !== known?.code)}
          onSave={(node) => setNodes(putNode(nodes, node, known?.code))}
          onClose={opened.close}
        >
          <Form.Item name="durationDays" label="工期（天）">
            <InputNumber min={1} max={400} precision={0} />
          </Form.Item>
          <Form.Item name="offsetEnd" label="距开业天数" extra="在开业前多少天结束">
            <InputNumber min={0} max={400} precision={0} />
          </Form.Item>
        </NodeDialog>
      )}
    </>
  );
}

/** What a template says of its nodes. */
export const nodeColumns = tableColumnsOf(TemplateNode, {
  code: 90,
  stage: { width: 70, as: ({ stage }) => projectStages[stage] },
  name: true,
  isMilestone: 80,
  durationDays: 90,
  offsetEnd: 100,
  weight: 70,
  predecessorCodes: { as: ({ predecessorCodes }) => predecessorCodes.join("、") || "-" },
  evidenceMin: 130,
});
