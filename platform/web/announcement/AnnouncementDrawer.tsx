import { Drawer } from "antd";
import { useClosing } from "../dialog/use-closing.ts";
import { Announcements } from "./Announcements.tsx";

interface Props {
  /** The one that is open first. */
  readonly id?: string;
  readonly onClose: () => void;
}

export default function AnnouncementDrawer({ id, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  return (
    <Drawer title="公告" size={560} {...drawer}>
      <Announcements {...(id ? { id } : {})} />
    </Drawer>
  );
}
