import {
  disableUser,
  enableUser,
  getUser,
  listIdleUsers,
  listUsers,
  type User,
  unlockUser,
} from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";

interface Props {
  readonly move: "disable" | "enable" | "unlock";
  readonly user: User;
  readonly onClose: () => void;
}

const moves = {
  disable: { word: "停用", endpoint: disableUser, consequence: "停用后该用户会立即退出登录，且无法再登录。" },
  enable: { word: "启用", endpoint: enableUser, consequence: "启用后该用户可以重新登录；休眠的账号须先修改密码。" },
  unlock: { word: "解锁", endpoint: unlockUser, consequence: "解锁后该用户可以立即重新尝试登录。" },
};

export function UserReasonDialog({ move, user, onClose }: Props) {
  const { word, endpoint, consequence } = moves[move];
  return (
    <ReasonDialog
      title={`${word}账号 · ${user.userName}`}
      endpoint={endpoint}
      params={{ id: user.id }}
      version={user.version}
      consequence={consequence}
      danger={move === "disable"}
      okText={word}
      done={`${word}成功！`}
      refreshes={[listUsers, listIdleUsers, getUser]}
      onClose={onClose}
    />
  );
}
