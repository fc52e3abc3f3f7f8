import { choicesOf, useClosing } from "@ops/platform/web";
import { projectStages } from "@ops/store/contract";
import { Checkbox, Form, Input, InputNumber, Modal, Select } from "antd";
import type { ReactNode } from "react";
import type { z } from "zod";

interface Props<S extends z.ZodObject> {
  readonly title: string;
  readonly schema: S;
  readonly start: Readonly<Record<string, unknown>>;
  /** The nodes that it may wait for. */
  readonly others: readonly { readonly code: string; readonly name: string }[];
  /** How it is planned: by days before the opening, or by dates. */
  readonly children: ReactNode;
  readonly onSave: (node: z.output<S>) => void;
  readonly onClose: () => void;
}

/** One node of a template or of a draft, checked by the contract before it joins the others. */
export function NodeDialog<S extends z.ZodObject>({
  title,
  schema,
  start,
  others,
  children,
  onSave,
  onClose,
}: Props<S>) {
  const { modal, close } = useClosing(onClose);
  const [form] = Form.useForm();
  const submit = () => {
    const parsed = schema.safeParse({ ...start, ...form.getFieldsValue() });
    if (parsed.success) {
      onSave(parsed.data);
      return close();
    }
    const names = Object.keys(form.getFieldsValue());
    const faults = names.map((name) => ({
      name,
      errors: parsed.error.issues.filter(({ path }) => path[0] === name).map(({ message }) => message),
    }));
    form.setFields(faults);
  };
  return (
    <Modal title={title} width={680} okText="确定" onOk={submit} {...modal}>
      <Form form={form} layout="vertical" className="node-fields" initialValues={start}>
        <Form.Item name="code" label="节点编码">
          <Input placeholder="如 SITE1" />
        </Form.Item>
        <Form.Item name="name" label="节点名称">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="stage" label="阶段">
          <Select options={[...choicesOf(projectStages)]} />
        </Form.Item>
        <Form.Item name="weight" label="权重">
          <InputNumber min={1} max={100} precision={0} />
        </Form.Item>
        {children}
        <Form.Item name="evidenceMin" label="现场图片最少张数">
          <InputNumber min={0} max={20} precision={0} />
        </Form.Item>
        <Form.Item name="isMilestone" label="里程碑" valuePropName="checked">
          <Checkbox>里程碑不能豁免</Checkbox>
        </Form.Item>
        <Form.Item name="predecessorCodes" label="前置节点" className="node-field-wide">
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={others.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
          />
        </Form.Item>
        <Form.Item name="checklist" label="检查项" className="node-field-wide" extra="输入后按回车添加，最多20条">
          <Select mode="tags" open={false} suffixIcon={null} />
        </Form.Item>
        <Form.Item name="standardText" label="标准要求" className="node-field-wide">
          <Input.TextArea rows={3} maxLength={600} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
