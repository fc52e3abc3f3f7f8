import { Button, Drawer } from "antd";
import { useState } from "react";
import { LogsView } from "./logs-view.ts";

interface Props {
  readonly bizType: string;
  readonly bizId: string;
  /** Whose log it is. */
  readonly title: string;
}

/** Opens the log of a record at the side. */
export function LogsButton({ bizType, bizId, title }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>日志</Button>
      <Drawer open={isOpen} size={720} title={`日志 · ${title}`} destroyOnHidden onClose={() => setOpen(false)}>
        <LogsView bizType={bizType} bizId={bizId} />
      </Drawer>
    </>
  );
}
