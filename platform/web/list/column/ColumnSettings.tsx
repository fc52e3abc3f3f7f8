import { SettingOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { partsOf } from "../../shell/page/lazy-parts.tsx";
import type { ColumnListProps } from "./ColumnList.tsx";

const ColumnList = partsOf(() => import("./ColumnList.tsx")).standing("ColumnList");

/** Which columns are shown, in which order, and which stay while the table is scrolled sideways. */
export function ColumnSettings(props: ColumnListProps) {
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} destroyOnHidden content={<ColumnList {...props} />}>
      <Button type="text" aria-label="列设置" aria-haspopup="dialog" icon={<SettingOutlined />} />
    </Popover>
  );
}
