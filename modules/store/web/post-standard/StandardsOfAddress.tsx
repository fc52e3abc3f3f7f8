import {
  actionsOf,
  columnsOf,
  overlayOf,
  PagedTable,
  RecordDrawer,
  useClosing,
  useDialog,
  useMay,
  usePaged,
} from "@ops/platform/web";
import {
  createPostStandard,
  editPostStandard,
  getPostStandard,
  listPostStandards,
  standardActs,
} from "@ops/store/contract";
import { Button, Drawer } from "antd";
import { StandardForm } from "./StandardForm.tsx";
import { standardRecord, validText } from "./standard-record.tsx";

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

/** 岗位标准: the versions over the page of people. */
function Standards({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const adding = useDialog<true>();
  const reading = useDialog<string>();
  const paged = usePaged(listPostStandards, { pageSize: 20 });
  return (
    <Drawer
      title="岗位标准"
      size={1080}
      {...drawer}
      extra={
        may(createPostStandard) && (
          <Button type="primary" onClick={() => adding.open(true)}>
            新建岗位标准
          </Button>
        )
      }
    >
      <PagedTable
        of={paged}
        empty="还没有岗位标准"
        unit="个版本"
        columns={columnsOf(listPostStandards, {
          positionName: { width: 0, opens: may(getPostStandard) ? ({ id }) => reading.open(id) : undefined },
          ver: { width: 60, as: ({ ver }) => `V${ver}` },
          state: 90,
          passScore: 72,
          validMonths: { title: "有效期", width: 84, as: ({ validMonths }) => validText(validMonths) },
          forceRetrainDays: true,
          publishedOn: true,
          updatedAt: true,
        })}
        rowActions={actions}
      />
      {adding.value && <StandardForm from={null} onClose={adding.close} />}
      {reading.value && <RecordDrawer of={standardRecord} id={reading.value} onClose={reading.close} />}
    </Drawer>
  );
}

const StandardsOfAddress = overlayOf("postStandards", listPostStandards, Standards);

export default StandardsOfAddress;
