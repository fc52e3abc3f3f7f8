import { addToBlacklist, listBlacklist, removeFromBlacklist } from "@ops/partner/contract";
import { columnsOf, FormDialog, PagedTable, useCall, useClosing, useDialog, usePaged } from "@ops/platform/web";
import { Button, Drawer } from "antd";
import "./staff.css";

/** 限制名单: only headquarters sees it. No partner can enrol a person who is on it (PT-R9). */
export function BlacklistDrawer({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const adding = useDialog<true>();
  const paged = usePaged(listBlacklist, {});
  const remove = useCall(removeFromBlacklist, { done: "已移出！" });
  return (
    <Drawer title="限制名单" size={880} {...drawer}>
      <div className="staff-line">
        <p>名单中的人员不能被任何伙伴录入；原因只有总部可见。</p>
        <Button type="primary" onClick={() => adding.open(true)}>
          加入名单
        </Button>
      </div>
      <PagedTable
        of={paged}
        columns={columnsOf(listBlacklist, {
          name: 100,
          idNo: 180,
          phone: true,
          reason: true,
          untilOn: ({ untilOn }) => untilOn ?? "长期",
          createdAt: true,
        })}
        rowActions={[
          {
            label: "移出",
            needs: removeFromBlacklist,
            danger: true,
            confirm: ({ name }) => `移出后各伙伴可以录入「${name}」，确定移出？`,
            run: ({ id, version }) => remove.call({ params: { id }, query: { version } }),
          },
        ]}
        empty="名单为空"
        unit="人"
      />
      {adding.value && <AddDialog onClose={adding.close} />}
    </Drawer>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      danger
      title="加入限制名单"
      okText="加入"
      endpoint={addToBlacklist}
      refusals={{ PARTNER_STAFF_BLACK_DUP: "idNo" }}
      done="已加入！"
      fields={["name", "idNo", "phone", "untilOn", "reason"]}
      special={{ idNo: "身份证号与手机号至少填一项", untilOn: "不填为长期" }}
      onClose={onClose}
    />
  );
}
