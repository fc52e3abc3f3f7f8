import { runUndo, textWidth } from "@ops/platform/contract";
import { Form, Input } from "antd";
import { factsOf, faultOf } from "../form/form-schema.ts";

const NAME = "reason";
const { label, limit } = factsOf(runUndo.body, NAME);

/** Every batch asks why. What the run would refuse is told beside the field, before anything is previewed. */
export function ReasonItem() {
  const check = async (_rule: unknown, typed: unknown) => {
    const fault = faultOf(runUndo.body, NAME, typed);
    if (fault !== null) throw new Error(fault);
  };
  return (
    <Form.Item name={NAME} label={label} required rules={[{ validator: check }]}>
      <Input.TextArea
        rows={3}
        placeholder="请输入"
        {...(limit ? { count: { show: true, max: limit.max, strategy: textWidth } } : {})}
      />
    </Form.Item>
  );
}
