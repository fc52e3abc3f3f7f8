import { DownOutlined } from "@ant-design/icons";
import type { StaffDetail } from "@ops/partner/contract";
import { confirm, offered, type RowAction, useAsking, useMay } from "@ops/platform/web";
import { Button, Dropdown } from "antd";
import { useStaffActs } from "./staff-acts.tsx";

/** So many stand as buttons; the rest under 更多. */
const SHOWN = 5;

/** What can be done with somebody now, at the head of the drawer. */
export function StaffActions({ staff }: { readonly staff: StaffDetail }) {
  const may = useMay();
  const { actions, dialog } = useAsking<StaffDetail>(useStaffActs());
  const acts = offered(actions, staff, may);
  const start = async ({ label, danger = false, confirm: question, run }: RowAction<StaffDetail>) => {
    const title = typeof question === "function" ? question(staff) : question;
    if (title && !(await confirm({ title, okText: label, danger }))) return;
    await Promise.resolve(run(staff)).catch(() => undefined); // a failed call has been told already
  };
  const more = acts.slice(SHOWN);
  if (acts.length === 0) return null;
  return (
    <div className="staff-actions">
      {acts.slice(0, SHOWN).map((act) => (
        <Button key={act.label} size="small" danger={act.danger ?? false} onClick={() => void start(act)}>
          {act.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: more.map(({ label, danger = false }) => ({ key: label, label, danger })),
            onClick: ({ key }) => {
              const chosen = more.find(({ label }) => label === key);
              if (chosen) void start(chosen);
            },
          }}
        >
          <Button size="small" aria-haspopup="menu" icon={<DownOutlined />} iconPlacement="end">
            更多
          </Button>
        </Dropdown>
      )}
      {dialog}
    </div>
  );
}
