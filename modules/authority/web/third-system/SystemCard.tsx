import { AppstoreOutlined, ExportOutlined } from "@ant-design/icons";
import { launchKinds, type MyThirdSystem } from "@ops/authority/contract";
import { DotText, showTime } from "@ops/platform/web";
import { Button } from "antd";

interface Props {
  readonly system: MyThirdSystem;
  readonly disabled: boolean;
  readonly onEnter: () => void;
}

export function SystemCard({ system, disabled, onEnter }: Props) {
  const { name, description, launchKind, isBound, lastUsedAt } = system;
  const unbound = isBound === false;
  return (
    <li className="third-card">
      <span className="third-icon" aria-hidden>
        <AppstoreOutlined />
      </span>
      <div className="third-text">
        <b>{name}</b>
        <small>{description ?? launchKinds[launchKind]}</small>
      </div>
      <footer>
        <span>
          {isBound !== null && <DotText tone={isBound ? "good" : "off"} text={isBound ? "已绑定" : "未绑定"} />}
          <small>{lastUsedAt ? `上次进入 ${showTime(lastUsedAt)}` : "尚未使用"}</small>
        </span>
        <Button
          type="primary"
          size="small"
          icon={<ExportOutlined />}
          disabled={disabled || unbound}
          title={unbound ? `您尚未绑定${name}账号，请联系管理员` : ""}
          aria-label={`进入${name}`}
          onClick={onEnter}
        >
          进入
        </Button>
      </footer>
    </li>
  );
}
