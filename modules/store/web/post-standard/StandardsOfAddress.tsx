import {
  actionColumns,
  actionsOf,
  PlainTable,
  tableColumnsOf,
  useAsking,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
  useOpened,
} from "@ops/platform/web";
import {
  createPostStandard,
  editPostStandard,
  listPostStandards,
  PostStandard,
  standardActs,
} from "@ops/store/contract";
import { Button, Drawer } from "antd";
import { StandardForm } from "./StandardForm.tsx";

/** 岗位标准: the versions over the page of people, at `?postStandards=`. */
export default function StandardsOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("postStandards");
  return drawer && may(listPostStandards) ? <Standards onClose={drawer.onClose} /> : null;
}

const actions = actionsOf(standardActs, {}, [
  {
    label: "编辑",
    needs: editPostStandard,
    when: ({ state }) => state === "DRAFT",
    ask: (standard, onClose) => <StandardForm from={standard} onClose={onClose} />,
  },
  {
    label: "新建版本",
    needs: createPostStandard,
    when: ({ state }) => state === "ONLINE",
    ask: (standard, onClose) => <StandardForm from={standard} onClose={onClose} />,
  },
]);

function Standards({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const adding = useDialog<true>();
  const asking = useAsking(actions);
  const asked = useEndpoint(listPostStandards, { query: { pageSize: 100 } }, { silent: true });
  return (
    <Drawer
      title="岗位标准"
      size={1000}
      {...drawer}
      extra={
        may(createPostStandard) && (
          <Button type="primary" onClick={() => adding.open(true)}>
            新建岗位标准
          </Button>
        )
      }
    >
      <PlainTable
        rows={asked.data?.list}
        of={asked}
        empty="还没有岗位标准"
        columns={[
          ...tableColumnsOf(PostStandard, {
            positionName: true,
            ver: { as: ({ ver }) => `V${ver}` },
            state: true,
            passScore: true,
            validMonths: { as: ({ validMonths }) => (validMonths === 0 ? "长期" : validMonths) },
            forceRetrainDays: true,
            publishedOn: true,
            updatedAt: true,
          }),
          ...actionColumns(asking.actions, may),
        ]}
      />
      {adding.value && <StandardForm from={null} onClose={adding.close} />}
      {asking.dialog}
    </Drawer>
  );
}
