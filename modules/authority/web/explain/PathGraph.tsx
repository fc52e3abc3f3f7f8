import type { GrantingPath } from "@ops/authority/contract";
import { Fragment } from "react";

interface Props {
  readonly userName: string;
  readonly paths: readonly GrantingPath[];
}

/** Draws 用户 → 任职 → 角色 → 权限点 → 范围, one line per path. */
export function PathGraph({ userName, paths }: Props) {
  return (
    <ul className="path-graph">
      {paths.map((path) => {
        const nodes = nodesOf(userName, path);
        return (
          <li key={nodes.map(({ text }) => text).join(" ")}>
            {nodes.map(({ kind, text }, at) => (
              <Fragment key={kind}>
                {at > 0 && <i aria-hidden />}
                <span data-kind={kind}>
                  <small>{kind}</small>
                  {text}
                </span>
              </Fragment>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function nodesOf(userName: string, { post, roleName, target, scope }: GrantingPath) {
  const role = post === null ? [] : [{ kind: "角色", text: roleName ?? "其他授权" }];
  return [
    { kind: "用户", text: userName },
    { kind: "任职", text: post ?? "管理员" },
    ...role,
    { kind: "权限", text: target },
    ...(scope === null ? [] : [{ kind: "范围", text: scope }]),
  ];
}
