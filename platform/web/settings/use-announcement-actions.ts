import {
  type Announcement,
  announcementAudiences,
  announcementStates,
  editAnnouncement,
  publishAnnouncement,
  removeAnnouncement,
  withdrawAnnouncement,
} from "@ops/platform/contract";
import { useCall } from "../call/use-call.ts";
import type { RowAction } from "../list/action/actions.ts";

/** The actions on an announcement by its state. */
export function useAnnouncementActions(onEdit: (announcement: Announcement) => void): RowAction<Announcement>[] {
  const publish = useCall(publishAnnouncement, { done: "发布成功！" });
  const withdraw = useCall(withdrawAnnouncement, { done: "撤回成功！" });
  const remove = useCall(removeAnnouncement, { done: "删除成功！" });
  const can = (move: keyof typeof announcementStates.moves) => (row: Announcement) =>
    announcementStates.can(row.status, move);
  return [
    {
      label: "发布",
      needs: publishAnnouncement,
      when: can("publish"),
      confirm: (row) => `确认向「${announcementAudiences[row.audience]}」发布「${row.title}」？`,
      run: ({ id, version }) => publish.call({ params: { id }, body: { version } }),
    },
    { label: "编辑", needs: editAnnouncement, when: can("edit"), run: onEdit },
    {
      label: "撤回",
      needs: withdrawAnnouncement,
      when: can("withdraw"),
      confirm: ({ title }) => `撤回后「${title}」立即对所有人不可见，确认撤回？`,
      run: ({ id, version }) => withdraw.call({ params: { id }, body: { version } }),
    },
    {
      label: "删除",
      needs: removeAnnouncement,
      danger: true,
      when: can("remove"),
      confirm: ({ title }) => `确认删除公告「${title}」？`,
      run: ({ id, version }) => remove.call({ params: { id }, query: { version } }),
    },
  ];
}
