import { bindOtherAccount, listOtherAccounts, otherAccountImport, otherAccountSheet } from "@ops/authority/contract";
import { columnsOf, ImportButton, ListPage, useDialog } from "@ops/platform/web";
import { BindDialog } from "./BindDialog.tsx";
import { BindingState } from "./BindingState.tsx";
import { bindingActions } from "./binding-actions.tsx";

export function OtherAccountList() {
  const binding = useDialog<true>();

  return (
    <ListPage
      title="账号绑定"
      memory="?tab=accounts"
      endpoint={listOtherAccounts}
      filters={["keyword", "platform", "status", "bindKind"]}
      columns={columnsOf(listOtherAccounts, {
        externalName: { width: 120, as: (a) => a.externalName ?? "未命名" },
        platform: true,
        externalId: 120,
        status: { width: 190, as: (a) => <BindingState account={a} /> },
        userName: 100,
        primaryPost: 190,
        bindKind: true,
        boundAt: true,
        lastUsedAt: true,
        createdAt: { hidden: true },
      })}
      imports={<ImportButton kind={otherAccountImport} />}
      tools={[{ label: "绑定", needs: bindOtherAccount, primary: true, run: () => binding.open(true) }]}
      exports={otherAccountSheet}
      rowActions={bindingActions}
      empty="还没有第三方账号，点击「绑定」建立第一个"
    >
      {binding.value && <BindDialog onClose={binding.close} />}
    </ListPage>
  );
}
