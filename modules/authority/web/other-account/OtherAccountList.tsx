import {
  bindKinds,
  bindOtherAccount,
  listOtherAccounts,
  type OtherAccount,
  otherAccountStates,
  resolveOtherAccount,
  unbindOtherAccount,
} from "@ops/authority/contract";
import {
  DictText,
  dictFilter,
  ListPage,
  selectFilter,
  showTime,
  stateFilter,
  textFilter,
  useDialog,
} from "@ops/platform/web";
import { BindDialog } from "./BindDialog.tsx";
import { BindingState } from "./BindingState.tsx";
import { ResolveDialog } from "./ResolveDialog.tsx";
import { UnbindDialog } from "./UnbindDialog.tsx";

const kinds = Object.entries(bindKinds).map(([value, label]) => ({ value, label }));

export function OtherAccountList() {
  const binding = useDialog<true>();
  const resolving = useDialog<OtherAccount>();
  const unbinding = useDialog<OtherAccount>();

  return (
    <ListPage
      title="账号绑定"
      memory="?tab=accounts"
      endpoint={listOtherAccounts}
      filters={[
        textFilter("keyword", "关键字", "外部名称 / 用户姓名 / 完整外部账号"),
        dictFilter("platform", "平台", "third_platform"),
        stateFilter("status", "状态", otherAccountStates),
        selectFilter("bindKind", "绑定方式", kinds),
      ]}
      columns={[
        { title: "外部名称", show: "externalName", width: 120, as: (a) => a.externalName ?? "未命名" },
        {
          title: "平台",
          show: "platform",
          width: 95,
          as: (a) => <DictText code="third_platform" value={a.platform} />,
        },
        { title: "外部账号", show: "externalId", width: 120 },
        { title: "状态", show: "status", width: 190, as: (a) => <BindingState account={a} /> },
        { title: "用户", show: "userName", width: 100 },
        { title: "组织(职位)", show: "primaryPost", width: 200 },
        { title: "绑定方式", show: "bindKind", width: 90, as: (a) => bindKinds[a.bindKind] },
        { title: "绑定时间", show: "boundAt", width: 155, as: (a) => showTime(a.boundAt) },
        { title: "最近使用", show: "lastUsedAt", width: 155, as: (a) => showTime(a.lastUsedAt) },
        { title: "创建时间", show: "createdAt", width: 155, hidden: true, as: (a) => showTime(a.createdAt) },
      ]}
      tools={[{ label: "绑定", needs: bindOtherAccount, primary: true, run: () => binding.open(true) }]}
      rowActions={[
        {
          label: "处理冲突",
          needs: resolveOtherAccount,
          when: ({ status }) => otherAccountStates.can(status, "resolve"),
          run: resolving.open,
        },
        {
          label: "解绑",
          needs: unbindOtherAccount,
          danger: true,
          when: ({ status }) => otherAccountStates.can(status, "unbind"),
          run: unbinding.open,
        },
      ]}
      empty="还没有第三方账号，点击「绑定」建立第一个"
    >
      {binding.value && <BindDialog onClose={binding.close} />}
      {resolving.value && <ResolveDialog account={resolving.value} onClose={resolving.close} />}
      {unbinding.value && <UnbindDialog account={unbinding.value} onClose={unbinding.close} />}
    </ListPage>
  );
}
