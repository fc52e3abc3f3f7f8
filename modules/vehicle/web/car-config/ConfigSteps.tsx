import { Form, Steps } from "antd";
import "../vehicle.css";

/** The step of each field; fields that are not listed are in the first step. */
const later: Readonly<Record<string, number>> = { saleCodes: 1, offers: 2 };
const titles = ["基本", "物料号", "颜色与选装", "价格", "预览"];

interface Props {
  /** Whether the configuration is saved. Prices and quote exist only then. */
  readonly isSaved: boolean;
  readonly step: number;
  readonly onStep: (step: number) => void;
}

/** The steps of the form. A step with an error is marked. */
export function ConfigSteps({ isSaved, step, onStep }: Props) {
  return (
    <Form.Item noStyle shouldUpdate={() => true}>
      {(form) => {
        const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0);
        const steps = new Set(wrong.map(({ name }) => later[String(name[0])] ?? 0));
        const items = titles.map((title, at) => ({
          title,
          ...(at > 2 && !isSaved ? { disabled: true, subTitle: "保存后" } : {}),
          ...(steps.has(at) ? { status: "error" as const } : {}),
        }));
        return (
          <Steps className="form-full vehicle-steps" size="small" current={step} items={items} onChange={onStep} />
        );
      }}
    </Form.Item>
  );
}
