import { createMenu, editMenu, type Menu, openStatuses } from "@ops/authority/contract";
import { choicesOf, FormDialog, fieldsOf, groupIcon } from "@ops/platform/web";
import { Form } from "antd";
import { KindInput } from "./KindInput.tsx";
import { bodyOfMenu } from "./menu-body.ts";
import { parentOptions } from "./menu-options.ts";
import { PathInput } from "./PathInput.tsx";

// the form of an edit has the same fields
const { TextField, SelectField, SwitchField, CustomField } = fieldsOf(createMenu);

const statuses = [
  { value: "ENABLED", label: "启用" },
  { value: "DISABLED", label: "停用（授权用户看不到，直接访问为无权限）" },
];

interface CreateProps {
  readonly nodes: readonly Menu[];
  readonly parent: Menu | null;
  readonly onClose: () => void;
}

export function CreateMenuDialog({ nodes, parent, onClose }: CreateProps) {
  return (
    <FormDialog
      title={parent ? `新增下级菜单 · ${parent.title}` : "新增菜单"}
      endpoint={createMenu}
      record={{
        parentId: parent?.key ?? "",
        kind: parent ? "PAGE" : "GROUP",
        path: null,
        keepAlive: false,
        isHidden: false,
        openStatus: "OPEN",
        sort: null,
      }}
      done="新增成功！"
      fields={["sort"]}
      special={{ sort: "留空则排在同级最后" }}
      onClose={onClose}
    >
      <MenuFields nodes={nodes} menu={null} />
    </FormDialog>
  );
}

interface EditProps {
  readonly nodes: readonly Menu[];
  readonly menu: Menu;
  readonly onClose: () => void;
}

export function EditMenuDialog({ nodes, menu, onClose }: EditProps) {
  return (
    <FormDialog
      title={`编辑菜单 · ${menu.title}`}
      endpoint={editMenu}
      params={{ key: menu.key }}
      record={{ ...bodyOfMenu(menu), parentId: menu.parentId ?? "" }}
      done="修改成功！"
      fields={["sort", "status"]}
      special={{ status: { options: statuses } }}
      onClose={onClose}
    >
      <MenuFields nodes={nodes} menu={menu} />
    </FormDialog>
  );
}

/** Shows the fields that the chosen kind has. All other fields keep their values. */
function MenuFields({ nodes, menu }: { readonly nodes: readonly Menu[]; readonly menu: Menu | null }) {
  const kind: Menu["kind"] | undefined = Form.useWatch("kind");
  const [title, parentId]: (string | undefined)[] = [Form.useWatch("title"), Form.useWatch("parentId")];
  const isSystem = menu?.source === "CONTRACT";
  return (
    <>
      <CustomField name="kind" full>
        <KindInput disabled={menu !== null} />
      </CustomField>
      <TextField name="title" hint={kind === "GROUP" && !parentId ? <Icon title={title ?? ""} /> : null} />
      <SelectField name="parentId" required options={parentOptions(nodes, kind, menu?.key ?? null)} />
      {kind !== "GROUP" && (
        <CustomField name="path" full required {...(isSystem ? { hint: "系统菜单的路径由版本决定，不能修改" } : {})}>
          <PathInput kind={kind ?? "PAGE"} nodes={nodes} own={menu?.key ?? null} disabled={isSystem} />
        </CustomField>
      )}
      {kind !== "GROUP" && <SelectField name="openStatus" options={choicesOf(openStatuses)} hint={openHint(menu)} />}
      <SwitchField name="isHidden" required={false} hint="只从侧边栏隐藏，路由仍可访问" />
      {kind === "PAGE" && <SwitchField name="keepAlive" required={false} hint="离开后保留筛选与滚动位置" />}
    </>
  );
}

function openHint(menu: Menu | null): string {
  return menu?.hasPage === false ? "该页面尚未上线，上线前点击都显示敬请期待" : "未开放：点击后显示敬请期待";
}

/** The icon of a first-level group is chosen by its Chinese title (PF-R69). */
function Icon({ title }: { readonly title: string }) {
  return <>侧边栏图标 {groupIcon(title.trim())}，随名称变化</>;
}
