import { goTo, PlainTable, presetList, ReasonDialog, tableColumnsOf, useClosing, useEndpoint } from "@ops/platform/web";
import { closeStore, getClosing, OpenBusiness, type Store } from "@ops/store/contract";
import { Alert, Button, Modal } from "antd";

interface Props {
  readonly store: Pick<Store, "id" | "name" | "version">;
  readonly onClose: () => void;
}

/** 闭店: shows what is still open, each with its list; with nothing open it asks for the reason (ST-R34). */
export function CloseDialog({ store: { id, name, version }, onClose }: Props) {
  const asked = useEndpoint(getClosing, { params: { id } }, { staleTime: 0 });
  if (asked.data?.length === 0) {
    return (
      <ReasonDialog
        danger
        endpoint={closeStore}
        params={{ id }}
        version={version}
        title={`闭店 · ${name}`}
        consequence="门店停止营业，对应组织停用；以后可以重新筹备。"
        okText="闭店"
        done="已闭店！"
        onClose={onClose}
      />
    );
  }
  return <StillOpen name={name} asked={asked} onClose={onClose} />;
}

interface OpenProps {
  readonly name: string;
  readonly asked: ReturnType<typeof useEndpoint<typeof getClosing>>;
  readonly onClose: () => void;
}

function StillOpen({ name, asked, onClose }: OpenProps) {
  const { modal, close } = useClosing(onClose);
  const visit = ({ listed }: OpenBusiness) => {
    if (!listed) return;
    presetList(listed.route, listed.filters);
    close();
    goTo(listed.route);
  };
  return (
    <Modal title={`闭店 · ${name}`} footer={<Button onClick={close}>知道了</Button>} {...modal} onCancel={close}>
      {asked.data && <Alert className="form-alert" type="warning" showIcon title="存在未结业务，处理完成后才能闭店" />}
      <PlainTable
        rowKey="kind"
        of={asked}
        rows={asked.data}
        columns={tableColumnsOf(OpenBusiness, {
          label: true,
          count: 80,
          listed: {
            title: "操作",
            width: 80,
            as: (line) =>
              line.listed && (
                <Button type="link" size="small" onClick={() => visit(line)}>
                  查看
                </Button>
              ),
          },
        })}
      />
    </Modal>
  );
}
