import { editMenu, type Menu } from "@ops/authority/contract";
import { CallFailure, useCall } from "@ops/platform/web";
import { Switch } from "antd";
import { bodyOfMenu } from "./menu-body.ts";

/** A switch that changes 是否隐藏 directly in the table. */
export function HiddenSwitch({ menu, disabled }: { readonly menu: Menu; readonly disabled: boolean }) {
  const edit = useCall(editMenu);
  const set = async (isHidden: boolean) => {
    try {
      await edit.call({ params: { key: menu.key }, body: { ...bodyOfMenu(menu), isHidden } });
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
    }
  };
  return (
    <Switch
      size="small"
      checked={menu.isHidden}
      loading={edit.pending}
      disabled={disabled || edit.offline}
      aria-label={`隐藏「${menu.title}」`}
      onChange={(checked) => void set(checked)}
    />
  );
}
