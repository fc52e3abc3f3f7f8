import {
  createThirdSystem,
  editThirdSystem,
  launchKinds,
  listMyThirdSystems,
  listThirdSystems,
  removeThirdSystem,
  type ThirdSystem,
  testThirdSystem,
  thirdSystemStates,
} from "@ops/authority/contract";
import {
  ListPage,
  removeAction,
  StateTag,
  selectFilter,
  showTime,
  stateFilter,
  textFilter,
  useCall,
  useDialog,
} from "@ops/platform/web";
import { BlockedLaunch } from "./BlockedLaunch.tsx";
import { ThirdSystemDialog } from "./ThirdSystemDialog.tsx";
import { useLaunch } from "./use-launch.ts";

const kinds = Object.entries(launchKinds).map(([value, label]) => ({ value, label }));

const removeSystem = removeAction({
  endpoint: removeThirdSystem,
  question: ({ name }: ThirdSystem) => `删除第三方系统「${name}」？用户将不能再从控制台进入。`,
  refreshes: [listThirdSystems, listMyThirdSystems],
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
      filters={[
        textFilter("keyword", "名称/编码"),
        selectFilter("launchKind", "跳转方式", kinds),
        stateFilter("status", "状态", thirdSystemStates),
      ]}
      columns={[
        { title: "编码", show: "code", width: 110 },
        { title: "名称", show: "name", width: 140 },
        { title: "跳转方式", show: "launchKind", width: 95, as: (s) => launchKinds[s.launchKind] },
        {
          title: "状态",
          show: "status",
          width: 80,
          as: (s) => <StateTag machine={thirdSystemStates} state={s.status} />,
        },
        { title: "跳转地址", show: "launchUrl", width: 260 },
        {
          title: "可见角色",
          show: "visibleRoleNames",
          width: 180,
          as: (s) => [...new Set(s.visibleRoleNames)].join("、") || "全部人员",
        },
        { title: "接口账号", show: "apiClientName", width: 130 },
        { title: "提供手机号", show: "givesPhone", width: 90, hidden: true },
        { title: "排序", show: "sort", width: 65, align: "right" },
        { title: "创建时间", show: "createdAt", width: 155, hidden: true, as: (s) => showTime(s.createdAt) },
      ]}
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
        <ThirdSystemDialog system={editing.value === "new" ? null : editing.value} onClose={editing.close} />
      )}
      {blocked && <BlockedLaunch {...blocked} onClose={forget} />}
    </ListPage>
  );
}
