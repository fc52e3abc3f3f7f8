import {
  disableInterface,
  enableInterface,
  getInterface,
  type Interface,
  listInterfaces,
} from "@ops/authority/contract";
import { ReasonDialog } from "@ops/platform/web";

interface Props {
  readonly move: "disable" | "enable";
  readonly one: Interface;
  readonly onClose: () => void;
}

const moves = {
  disable: {
    word: "停用",
    endpoint: disableInterface,
    consequence: "停用后2秒内，所有人调用都会得到「该功能维护中，请稍后再试」。",
  },
  enable: { word: "启用", endpoint: enableInterface, consequence: "启用后，有权限的人可以重新使用该功能。" },
};

export function InterfaceReasonDialog({ move, one, onClose }: Props) {
  const { word, endpoint, consequence } = moves[move];
  return (
    <ReasonDialog
      title={`${word}接口 · ${one.name}`}
      endpoint={endpoint}
      params={{ id: one.id }}
      version={one.version}
      consequence={consequence}
      danger={move === "disable"}
      okText={word}
      done={`${word}成功！`}
      refreshes={[listInterfaces, getInterface]}
      onClose={onClose}
    />
  );
}
