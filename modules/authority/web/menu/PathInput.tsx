import type { Menu, MenuKind } from "@ops/authority/contract";
import { Input, Select } from "antd";
import { routeOptions } from "./menu-options.ts";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (path: string | null) => void;
  readonly kind: MenuKind;
  readonly nodes: readonly Menu[];
  readonly own: string | null;
  readonly disabled: boolean;
}

/** A page is chosen from the routes of the console; a link is typed (AU-R37). */
export function PathInput({ id, value, onChange, kind, nodes, own, disabled }: Props) {
  const shared = { ...(id ? { id } : {}), disabled };
  if (kind === "LINK") {
    return (
      <Input
        {...shared}
        allowClear
        autoComplete="off"
        placeholder="https://"
        value={value ?? ""}
        onChange={({ target }) => onChange?.(target.value)}
      />
    );
  }
  return (
    <Select
      {...shared}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder="请选择系统路由"
      options={routeOptions(nodes, own)}
      value={value ?? null}
      onChange={(path) => onChange?.(path ?? null)}
    />
  );
}
