import { Drawer } from "antd";
import { useState } from "react";
import { Announcements } from "./Announcements.tsx";

interface Props {
  /** The one that is open first. */
  readonly id?: string;
  readonly onClose: () => void;
}

export default function AnnouncementDrawer({ id, onClose }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      title="公告"
      open={open}
      size={560}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Announcements {...(id ? { id } : {})} />
    </Drawer>
  );
}
