import { createUser, genderNames } from "@ops/authority/contract";
import { type BodyInputOf, textWidth } from "@ops/platform/contract";
import { choicesOf, DayInput, useDict } from "@ops/platform/web";
import { Button, Form, Input, Select } from "antd";

type Body = BodyInputOf<typeof createUser>;
export type Basics = Omit<Body, "memberships">;

interface Props {
  readonly start: Basics | null;
  readonly onNext: (basics: Basics) => void;
  /** Cancels, after a confirmation if something was typed. */
  readonly onCancel: () => void;
}

const blank = {
  userName: "",
  mobilePhone: "",
  staffNo: null,
  validUntil: null,
  gender: null,
  email: null,
  remark: null,
};
const outsiders = ["PARTNER", "CARRIER"];

/** Checks a field by the rule of the contract. An empty field counts as not given. */
function ruleOf(name: keyof Basics) {
  const schema = createUser.body.shape[name];
  const validator = async (_rule: unknown, value: unknown) => {
    const result = schema.safeParse(value === "" || value === undefined ? emptyOf(name) : value);
    if (!result.success) throw new Error(result.error.issues[0]?.message ?? "格式不正确");
  };
  return [{ validator }];
}

/** An empty required field counts as missing and any other as null, because the contract has a message for each. */
function emptyOf(name: keyof Basics): undefined | null {
  return name === "userName" || name === "mobilePhone" || name === "userType" ? undefined : null;
}

export function BasicsStep({ start, onNext, onCancel }: Props) {
  const [form] = Form.useForm<Basics>();
  const types = useDict("user_type");
  const userType = Form.useWatch("userType", form);
  const needsEnd = outsiders.includes(userType ?? "");
  const validity = needsEnd ? [{ required: true, message: "请选择有效期！" }] : [];
  const next = (typed: Basics) => {
    const texts = Object.entries(typed).map(([name, value]) => [
      name,
      value === "" || value === undefined ? null : value,
    ]);
    onNext({ ...blank, ...typed, ...Object.fromEntries(texts) });
  };

  return (
    <Form form={form} layout="vertical" initialValues={start ?? {}} validateTrigger="onBlur" onFinish={next}>
      <div className="form-grid">
        <Form.Item name="userName" label="姓名" required rules={ruleOf("userName")}>
          <Input autoComplete="off" placeholder="请输入" autoFocus />
        </Form.Item>
        <Form.Item name="mobilePhone" label="手机号" required rules={ruleOf("mobilePhone")}>
          <Input autoComplete="off" inputMode="tel" placeholder="请输入" />
        </Form.Item>
        <Form.Item name="userType" label="用户类型" required rules={ruleOf("userType")}>
          <Select placeholder="请选择" options={[...types.options]} loading={types.loading} />
        </Form.Item>
        <Form.Item
          name="validUntil"
          label="有效期至"
          required={needsEnd}
          rules={validity}
          extra={needsEnd ? "外部人员最长 1 年" : "空为长期有效"}
        >
          <DayInput />
        </Form.Item>
        <Form.Item name="staffNo" label="工号" rules={ruleOf("staffNo")} extra="3–20 位字母或数字">
          <Input autoComplete="off" placeholder="请输入" />
        </Form.Item>
        <Form.Item name="gender" label="性别" rules={ruleOf("gender")}>
          <Select allowClear placeholder="请选择" options={choicesOf(genderNames)} />
        </Form.Item>
        <Form.Item name="email" label="邮箱" rules={ruleOf("email")}>
          <Input autoComplete="off" placeholder="请输入" />
        </Form.Item>
        <Form.Item className="form-full" name="remark" label="备注" rules={ruleOf("remark")}>
          <Input.TextArea rows={3} placeholder="请输入" count={{ show: true, max: 400, strategy: textWidth }} />
        </Form.Item>
      </div>
      <div className="create-user-foot">
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit">
          下一步
        </Button>
      </div>
    </Form>
  );
}
