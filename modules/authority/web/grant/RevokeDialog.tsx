import { revokeGrant } from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";

interface Props {
  readonly grant: { readonly id: string; readonly version: number };
  /** The role, or the person who has it. */
  readonly about: string;
  readonly onClose: () => void;
}

export function RevokeDialog({ grant, about, onClose }: Props) {
  return (
    <ReasonDialog
      title={`收回角色 · ${about}`}
      endpoint={revokeGrant}
      params={{ id: grant.id }}
      version={grant.version}
      consequence="收回后该角色的权限立即失效。"
      danger
      okText="收回"
      done="收回成功！"
      onClose={onClose}
    />
  );
}
