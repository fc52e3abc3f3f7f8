import {
  createThirdSystem,
  editThirdSystem,
  listThirdSystems,
  removeThirdSystem,
  type ThirdSystem,
  testThirdSystem,
} from "@ops/authority/contract";
import { columnsOf, ListPage, removeAction, useCall, useDialog } from "@ops/platform/web";
import { BlockedLaunch } from "./BlockedLaunch.tsx";
import { ThirdSystemForm } from "./ThirdSystemForm.tsx";
import { useLaunch } from "./use-launch.ts";

const removeSystem = removeAction({
  endpoint: removeThirdSystem,
  question: ({ name }: ThirdSystem) => `删除第三方系统「${name}」？用户将不能再从控制台进入。`,
});

export function ThirdSystemList() {
  const editing = useDialog<ThirdSystem | "new">();
  const test = useCall(testThirdSystem);
  const { launch, blocked, forget } = useLaunch();

  return (
    <ListPage
      title="第三方系统"
      memory="?tab=systems"
      endpoint={listThirdSystems}
      filters={["keyword", "launchKind", "status"]}
      columns={columnsOf(listThirdSystems, {
        code: 110,
        name: 140,
        launchKind: 95,
        status: true,
        launchUrl: 260,
        visibleRoleNames: { width: 180, as: (s) => [...new Set(s.visibleRoleNames)].join("、") || "全部人员" },
        apiClientName: 130,
        givesPhone: { hidden: true },
        sort: 65,
        createdAt: { hidden: true },
      })}
      tools={[{ label: "新增", needs: createThirdSystem, primary: true, run: () => editing.open("new") }]}
      rowActions={[
        { label: "编辑", needs: editThirdSystem, run: editing.open },
        {
          label: "测试跳转",
          needs: testThirdSystem,
          run: ({ id, name }) => launch(name, () => test.call({ params: { id } })),
        },
        removeSystem,
      ]}
      empty="还没有第三方系统，点击「新增」接入第一个"
    >
      {editing.value && (
        <ThirdSystemForm system={editing.value === "new" ? null : editing.value} onClose={editing.close} />
      )}
      {blocked && <BlockedLaunch {...blocked} onClose={forget} />}
    </ListPage>
  );
}
