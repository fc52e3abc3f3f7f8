import { addToBlacklist, listBlacklist, removeFromBlacklist } from "@ops/partner/contract";
import { FormDialog, fieldsOf, PagedTable, useCall, useClosing, useDialog, usePaged } from "@ops/platform/web";
import { Button, Drawer } from "antd";
import "./staff.css";

const fields = fieldsOf(addToBlacklist);

/** 限制名单: HQ alone; no partner enrols whoever stands here (PT-R9). */
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
        columns={[
          { show: "name", width: 100 },
          { show: "idNo", width: 180 },
          { show: "phone", width: 130 },
          { show: "reason" },
          { show: "untilOn", width: 110, as: ({ untilOn }) => untilOn ?? "长期" },
          { show: "createdAt", width: 155 },
        ]}
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
      onClose={onClose}
    >
      <fields.TextField name="name" />
      <fields.TextField name="idNo" hint="身份证号与手机号至少填一项" />
      <fields.TextField name="phone" />
      <fields.DayField name="untilOn" hint="不填为长期" />
      <fields.TextAreaField name="reason" />
    </FormDialog>
  );
}
