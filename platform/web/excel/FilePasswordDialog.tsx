import { CopyOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { copyText } from "../dialog/copy-text.ts";
import { OnceDialog } from "../dialog/OnceDialog.tsx";

/** The only time that the password of the result file is seen. */
export function FilePasswordDialog({ password, onClose }: { readonly password: string; readonly onClose: () => void }) {
  return (
    <OnceDialog title="结果文件的打开密码" width={480} onClose={onClose}>
      <Alert
        type="warning"
        showIcon
        title="仅显示一次，请立即复制"
        description="新增账号的初始密码保存在加密的结果文件（zip）中，导入完成后可在此页或下载中心下载，用此密码打开。"
      />
      <p className="import-password">
        <output aria-label="打开密码">{password}</output>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(password)}>
          复制
        </Button>
      </p>
    </OnceDialog>
  );
}
