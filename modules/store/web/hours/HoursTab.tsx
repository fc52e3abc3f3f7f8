import { NotLoaded, PlainTable, partsOf, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { copyHours, getHours, type StoreHours, saveHours, WEEKDAYS, windowsText } from "@ops/store/contract";
import { Button, Flex, Skeleton, Space, Tag } from "antd";
import "./hours.css";

const dialogs = partsOf(() => import("./hours-dialogs.tsx"));
const HoursDialog = dialogs.overlay("HoursDialog");
const CopyHoursDialog = dialogs.overlay("CopyHoursDialog");

/** 营业时间: the hours of each day of the week, and days with hours of their own (ST-R5). */
export function HoursTab({ storeId, name }: { readonly storeId: string; readonly name: string }) {
  const may = useMay();
  const editing = useDialog<StoreHours>();
  const copying = useDialog<StoreHours>();
  const { data, error, refetch } = useEndpoint(getHours, { params: { id: storeId } }, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <div className="store-hours">
      <Flex justify="space-between" align="center">
        <Space>
          <b>每周营业时间</b>
          {data.isDefault && <Tag>默认</Tag>}
          {data.followsHolidays && <Tag color="blue">法定节假日休息</Tag>}
        </Space>
        <Space>
          {may(copyHours) && (
            <Button size="small" disabled={data.isDefault} onClick={() => copying.open(data)}>
              复制到其他门店
            </Button>
          )}
          {may(saveHours) && (
            <Button size="small" type="primary" onClick={() => editing.open(data)}>
              编辑营业时间
            </Button>
          )}
        </Space>
      </Flex>
      <dl className="store-hours-week">
        {data.week.map((windows, at) => (
          <div key={WEEKDAYS[at]}>
            <dt>{WEEKDAYS[at]}</dt>
            <dd>{windowsText(windows)}</dd>
          </div>
        ))}
      </dl>
      <b>特殊日期</b>
      <PlainTable
        rowKey="day"
        rows={data.exceptions}
        columns={[
          { title: "日期", dataIndex: "day", width: 120 },
          { title: "时段", render: (_, { windows }) => windowsText(windows), width: 240 },
          { title: "说明", dataIndex: "note" },
        ]}
        empty="没有特殊日期"
      />
      {editing.value && <HoursDialog hours={editing.value} name={name} onClose={editing.close} />}
      {copying.value && <CopyHoursDialog storeId={storeId} name={name} onClose={copying.close} />}
    </div>
  );
}
