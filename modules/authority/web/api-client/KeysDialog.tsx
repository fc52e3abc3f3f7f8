import { CopyOutlined } from "@ant-design/icons";
import { feedback } from "@ops/platform/web";
import { Alert, Button, Modal } from "antd";
import "./api-client.css";

interface Props {
  readonly title: string;
  readonly ak: string;
  readonly sk: string;
  readonly note?: string;
  readonly onClose: () => void;
}

/** The only time that the SK is seen; a stray click beside the dialog must not lose it (AU-R52). */
export function KeysDialog({ title, ak, sk, note, onClose }: Props) {
  return (
    <Modal
      open
      title={title}
      width={560}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          我已复制
        </Button>
      }
    >
      <Alert type="warning" showIcon title="SK仅显示一次，请立即复制" description={note ?? "遗失后只能轮换密钥。"} />
      <dl className="client-keys">
        <Key name="AK" text={ak} />
        <Key name="SK" text={sk} />
      </dl>
    </Modal>
  );
}

function Key({ name, text }: { readonly name: string; readonly text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    feedback.message.success(`${name}已复制`);
  };
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <Button size="small" icon={<CopyOutlined />} aria-label={`复制${name}`} onClick={copy}>
          复制
        </Button>
      </dd>
    </>
  );
}
