import { masks } from "@ops/platform/contract";
import {
  abandonCalls,
  clearSession,
  confirmDiscard,
  feedback,
  goTo,
  mustChangePassword,
  useCall,
  useSession,
  useSessionStore,
} from "@ops/platform/web";
import { Form, type FormInstance, type FormProps, Input, Modal } from "antd";
import { accountErrors, isWellFormedPassword, modifyPassword, PASSWORD_FORMAT } from "../../contract/index.ts";
import { PasswordStrength } from "./PasswordStrength.tsx";
import { encrypt, forgetRemembered } from "./sign-in/credentials.ts";
import { signOut } from "./sign-out.ts";

const REDIRECT_MS = 1000;

interface Typed {
  password: string;
  newPassword: string;
  confirm: string;
}

export default function ChangePasswordDialog() {
  const { user } = useSession();
  const [form] = Form.useForm<Typed>();
  const change = useCall(modifyPassword);
  const forced = mustChangePassword();

  async function submit(typed: Typed): Promise<void> {
    const body = { password: await encrypt(typed.password), newPassword: await encrypt(typed.newPassword) };
    const answer = await change.call({ body });
    if (answer.success) leaveAfterChange();
  }

  async function cancel(): Promise<void> {
    if (change.pending || (!forced && form.isFieldsTouched() && !(await confirmDiscard()))) return;
    useSessionStore.setState({ changePasswordOpen: false });
    if (forced) void signOut(); // the specification demands this: an initial password may not be kept
  }

  return (
    <Modal
      open
      title="修改密码"
      width={440}
      mask={{ closable: false }}
      onCancel={cancel}
      okText="确定"
      cancelText={forced ? "取消并退出" : "取消"}
      confirmLoading={change.pending}
      okButtonProps={{ disabled: change.offline }}
      onOk={form.submit}
    >
      <Form form={form} name="change-password" {...labels} onFinish={submit} className="change-password">
        <Form.Item label="姓名" className="change-password-fact">
          <span>{user?.userName}</span>
        </Form.Item>
        <Form.Item label="手机号" className="change-password-fact">
          <span className="tabular">{masks.phone(user?.mobilePhone ?? "")}</span>
        </Form.Item>
        <PasswordFields form={form} />
      </Form>
    </Modal>
  );
}

function PasswordFields({ form }: { form: FormInstance<Typed> }) {
  const newPassword = Form.useWatch("newPassword", form) ?? "";
  return (
    <>
      <Form.Item name="password" label="旧密码" rules={[{ required: true, message: "请输入旧密码！" }]}>
        <Input.Password autoFocus autoComplete="current-password" placeholder="请输入旧密码" />
      </Form.Item>
      <Form.Item name="newPassword" label="新密码" dependencies={["password"]} validateFirst rules={newPasswordRules}>
        <Input.Password autoComplete="new-password" placeholder="8-16位，至少包含字母、数字、字符中的两种" />
      </Form.Item>
      <PasswordStrength password={newPassword} />
      <Form.Item name="confirm" label="确认密码" required dependencies={["newPassword"]} rules={confirmRules}>
        <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" onPressEnter={form.submit} />
      </Form.Item>
    </>
  );
}

/** The inputs may shrink to 0, because otherwise a long error text would push the field below its label. */
const labels: FormProps = { labelCol: { flex: "76px" }, wrapperCol: { flex: "1 1 0" } };

type Rules = NonNullable<Parameters<typeof Form.Item<Typed>>[0]["rules"]>;

const newPasswordRules: Rules = [
  { required: true, message: "请输入新密码！" },
  {
    validator: (_, typed: string) =>
      isWellFormedPassword(typed) ? Promise.resolve() : Promise.reject(new Error(PASSWORD_FORMAT)),
  },
  ({ getFieldValue }) => ({
    validator: (_, typed: string) =>
      typed === getFieldValue("password")
        ? Promise.reject(new Error(accountErrors.pwdSame().message))
        : Promise.resolve(),
  }),
];

const confirmRules: Rules = [
  ({ getFieldValue }) => ({
    validator: (_, typed: string) =>
      typed && typed === getFieldValue("newPassword")
        ? Promise.resolve()
        : Promise.reject(new Error("两次密码输入的不一致")),
  }),
];

/**
 * Leaves the workspace. All sessions of the account have ended, so further messages of the server about this are
 * ignored (PF-R36).
 */
function leaveAfterChange(): void {
  abandonCalls();
  useSessionStore.setState({ status: "ended" });
  feedback.message.success("密码修改成功，请重新登录！");
  setTimeout(() => {
    forgetRemembered();
    clearSession();
    goTo("/", { replace: true });
  }, REDIRECT_MS);
}
