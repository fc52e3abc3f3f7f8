import { listOtherAccounts, type OtherAccount, type User } from "@ops/authority/contract";
import {
  actionColumns,
  NotLoaded,
  PlainTable,
  tableColumnsOf,
  useAsking,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { BindingState } from "./BindingState.tsx";
import { personBindingActions } from "./binding-actions.tsx";

/** The identities of one person at other platforms. */
export function BindingsTab({ user }: { readonly user: User }) {
  const may = useMay();
  const { actions, dialog } = useAsking(personBindingActions);
  const answer = useEndpoint(listOtherAccounts, { query: { userId: user.id, pageSize: 50 } }, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <section aria-label="第三方账号">
      <PlainTable<OtherAccount>
        of={answer}
        rows={answer.data?.list}
        empty="没有绑定第三方账号"
        columns={[
          ...tableColumnsOf(listOtherAccounts, {
            platform: 110,
            externalId: true,
            externalName: true,
            status: { width: 200, as: (account) => <BindingState account={account} /> },
            bindKind: 100,
            boundAt: true,
            lastUsedAt: true,
          }),
          ...actionColumns(actions, may),
        ]}
      />
      {dialog}
    </section>
  );
}
