import { ShopOutlined } from "@ant-design/icons";
import { listPartnerStores, type PartnerDetail } from "@ops/partner/contract";
import { Note, NotLoaded, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";

/** 门店: organisations below that of the partner. */
export function StoresTab({ partner }: { readonly partner: PartnerDetail }) {
  const answer = useEndpoint(listPartnerStores, { params: { id: partner.id } }, { silent: true });
  const { data: stores, error, refetch } = answer;
  if (error && !stores) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (stores?.length === 0) {
    return <Note icon={<ShopOutlined />} sentence="没有门店" hint="门店在组织管理中建在伙伴的组织节点之下" />;
  }
  return (
    <Table
      rowKey="id"
      size="small"
      pagination={false}
      loading={!stores}
      dataSource={stores ?? []}
      columns={tableColumnsOf(listPartnerStores, { code: 160, name: true, staffCount: true })}
    />
  );
}
