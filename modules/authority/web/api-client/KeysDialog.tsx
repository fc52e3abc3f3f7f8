import { CopyOutlined } from "@ant-design/icons";
import { copyText, OnceDialog } from "@ops/platform/web";
import { Alert, Button } from "antd";
import "./api-client.css";

interface Props {
  readonly title: string;
  readonly ak: string;
  readonly sk: string;
  readonly note?: string;
  readonly onClose: () => void;
}

/** Shows the keys. The SK is visible only this once (AU-R52). */
export function KeysDialog({ title, ak, sk, note, onClose }: Props) {
  return (
    <OnceDialog title={title} width={560} onClose={onClose}>
      <Alert type="warning" showIcon title="SK仅显示一次，请立即复制" description={note ?? "遗失后只能轮换密钥。"} />
      <dl className="client-keys">
        <Key name="AK" text={ak} />
        <Key name="SK" text={sk} />
      </dl>
    </OnceDialog>
  );
}

function Key({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label={`复制${name}`}
          onClick={() => void copyText(text, name)}
        >
          复制
        </Button>
      </dd>
    </>
  );
}
