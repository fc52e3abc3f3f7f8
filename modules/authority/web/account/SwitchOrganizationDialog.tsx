import type { OrganizationEntry } from "@ops/platform/contract";
import { feedback, hasUnsaved, useEndpoint, useOnline, useSessionStore } from "@ops/platform/web";
import { Button, Input, Modal, Radio, Skeleton, Tag } from "antd";
import { useState } from "react";
import { userOrganization } from "../../contract/index.ts";
import { switchOrganization } from "./switch-organization.ts";

const SEARCH_ABOVE = 8;
const close = () => useSessionStore.setState({ organizationSwitchOpen: false });

export default function SwitchOrganizationDialog() {
  const online = useOnline();
  const { data, isPending, isError, refetch } = useEndpoint(userOrganization, {}, { staleTime: 0 });
  const entries = data?.[0]?.organizations ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [switching, setSwitching] = useState(false);
  const current = entries.find((entry) => entry.isCurrent)?.id ?? null;
  const target = entries.find((entry) => entry.id === chosen && entry.id !== current);

  async function confirm(): Promise<void> {
    if (!target || !(await mayLeave())) return;
    setSwitching(true);
    const switched = await switchOrganization(target).catch(() => false);
    setSwitching(false);
    if (switched) close();
  }

  return (
    <Modal
      open
      title="切换组织"
      width={480}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !target || !online }}
      confirmLoading={switching}
      onOk={confirm}
      onCancel={close}
    >
      {isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {isError && (
        <Button type="link" onClick={() => refetch()}>
          加载失败，点击重试
        </Button>
      )}
      {!isPending && !isError && <Choices entries={entries} chosen={chosen ?? current} onChoose={setChosen} />}
    </Modal>
  );
}

/** Asks for confirmation if there is unsaved content. */
async function mayLeave(): Promise<boolean> {
  return !hasUnsaved() || feedback.modal.confirm({ title: "您有未保存的内容，确定切换组织吗？", okText: "切换" });
}

interface ChoicesProps {
  entries: readonly OrganizationEntry[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

function Choices({ entries, chosen, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const shown = entries.filter((entry) => entry.organizationPositionName.includes(search.trim()));
  return (
    <>
      {entries.length > SEARCH_ABOVE && (
        <Input.Search
          allowClear
          aria-label="搜索组织"
          placeholder="搜索组织或职位"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="organization-search"
        />
      )}
      <Radio.Group
        className="organization-list"
        aria-label="组织"
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        {shown.map((entry) => (
          <Radio key={entry.id} value={entry.id}>
            <span className="organization-name">{entry.organizationPositionName}</span>
            {entry.isCurrent && <Tag color="blue">当前</Tag>}
            {entry.isPrimary && <Tag>主</Tag>}
          </Radio>
        ))}
      </Radio.Group>
      {shown.length === 0 && <p className="organization-empty">没有符合的组织</p>}
    </>
  );
}
