import { ColumnHeightOutlined, FullscreenExitOutlined, FullscreenOutlined, ReloadOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import type { ReactNode } from "react";
import type { Tool } from "./action/actions.ts";
import { ToolButtons } from "./action/ToolButtons.tsx";
import type { Density } from "./column/column-memory.ts";

const densities: Record<Density, string> = { large: "宽松", medium: "默认", small: "紧凑" };

interface Props {
  readonly tools: readonly Tool[];
  readonly imports: ReactNode;
  readonly exports: ReactNode;
  readonly columnSettings: ReactNode;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

export function ListTools(props: Props) {
  return (
    <div className="list-tools" role="toolbar" aria-label="列表工具">
      <ToolButtons tools={props.tools} />
      {props.imports}
      {props.exports}
      <IconTool label="刷新" icon={<ReloadOutlined spin={props.refreshing} />} onClick={props.onRefresh} />
      <Dropdown
        trigger={["click"]}
        placement="bottomRight"
        menu={{
          selectable: true,
          selectedKeys: [props.density],
          items: Object.entries(densities).map(([key, label]) => ({ key, label })),
          onClick: ({ key }) => props.onDensity(key === "large" || key === "small" ? key : "medium"),
        }}
      >
        <Button type="text" aria-label="密度" aria-haspopup="menu" icon={<ColumnHeightOutlined />} />
      </Dropdown>
      {props.columnSettings}
      <IconTool
        label={props.full ? "退出全屏" : "全屏"}
        icon={props.full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        onClick={() => props.onFull(!props.full)}
      />
    </div>
  );
}

interface IconToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function IconTool({ label, icon, onClick }: IconToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button type="text" aria-label={label} icon={icon} onClick={onClick} />
    </Tooltip>
  );
}
