import { addDays, dayOf, weekdayOf } from "@ops/platform/contract";
import {
  confirmDiscard,
  ExportButton,
  ImportButton,
  NotLoaded,
  partsOf,
  serverNow,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  copyDutyRoster,
  dutyImport,
  dutySheet,
  getDutyRoster,
  listDutyMembers,
  listDutyShifts,
  MOST_WEEKS_AHEAD,
  saveDutyRoster,
  saveDutyShifts,
} from "@ops/store/contract";
import { Alert, Button, Flex, Skeleton, Space, Tag } from "antd";
import { useState } from "react";
import { HeadsTable } from "./HeadsTable.tsx";
import { RosterTable } from "./RosterTable.tsx";
import { useRoster } from "./use-roster.ts";
import "./duty.css";

const dialogs = partsOf(() => import("./duty-dialogs.tsx"));
const ShiftsDialog = dialogs.overlay("ShiftsDialog");
const CopyRosterDialog = dialogs.overlay("CopyRosterDialog");

const mondayOf = (day: string) => addDays(day, -weekdayOf(day));

/** 排班: the week of a store, people by days, with the heads of each hour (ST-R31). */
export function RosterTab({ storeId }: { readonly storeId: string }) {
  const may = useMay();
  const today = dayOf(new Date(serverNow()));
  const [monday, setMonday] = useState(mondayOf(today));
  const asking = useDialog<"shifts" | "copy">();
  const roster = useEndpoint(getDutyRoster, { query: { storeId, monday } }, { silent: true, keepPrevious: true });
  const members = useEndpoint(listDutyMembers, { query: { storeId } }, { silent: true });
  const shifts = useEndpoint(listDutyShifts, { query: { storeId } }, { silent: true });
  const plan = useRoster({ roster: roster.data, shifts: shifts.data ?? [] });
  const failed = [roster, members, shifts].filter(({ error, data }) => error && !data);
  if (failed[0]?.error) {
    const retry = () => failed.map(({ refetch }) => refetch());
    return <NotLoaded reason={failed[0].error.message} onRetry={() => void retry()} />;
  }
  if (!roster.data || !members.data || !shifts.data) return <Skeleton active />;
  const isTurning = roster.data.monday !== monday; // the week before is shown until the next one has come
  const isInReach = addDays(monday, 6) >= today && monday <= addDays(mondayOf(today), MOST_WEEKS_AHEAD * 7);
  const isPlannable = !isTurning && isInReach && may(saveDutyRoster);
  const discard = async () => {
    if (!(await confirmDiscard())) return;
    plan.discard();
    await roster.refetch();
  };
  const turn = (weeks: number) => setMonday(weeks === 0 ? mondayOf(today) : addDays(monday, weeks * 7));
  return (
    <div className="duty" aria-busy={isTurning}>
      <Flex justify="space-between" wrap gap={8}>
        <Space>
          <Button aria-label="上一周" disabled={plan.isDirty} onClick={() => turn(-1)}>
            ‹
          </Button>
          <b>
            {monday} 至 {addDays(monday, 6)}
          </b>
          <Button aria-label="下一周" disabled={plan.isDirty} onClick={() => turn(1)}>
            ›
          </Button>
          <Button disabled={plan.isDirty} onClick={() => turn(0)}>
            本周
          </Button>
          {roster.data.publishedAt ? <Tag color="green">已发布</Tag> : <Tag>未发布</Tag>}
        </Space>
        <Space>
          <ImportButton kind={dutyImport} />
          <ExportButton sheet={dutySheet} query={{ storeId, monday }} />
          {may(saveDutyShifts) && <Button onClick={() => asking.open("shifts")}>班次设置</Button>}
          {may(copyDutyRoster) && (
            <Button disabled={plan.isDirty} onClick={() => asking.open("copy")}>
              复制到后续周
            </Button>
          )}
          {isPlannable && (
            <>
              {plan.isDirty && (
                <Button disabled={plan.isSaving} onClick={() => void discard()}>
                  放弃修改
                </Button>
              )}
              <Button disabled={!plan.isDirty} loading={plan.isSaving} onClick={() => plan.save(false)}>
                保存
              </Button>
              <Button type="primary" loading={plan.isSaving} onClick={() => plan.save(true)}>
                发布
              </Button>
            </>
          )}
        </Space>
      </Flex>
      {!roster.data.publishedAt && <Alert type="info" showIcon title="未发布：营业时间内全员在岗" />}
      <RosterTable
        plan={plan}
        monday={monday}
        today={today}
        members={members.data}
        shifts={shifts.data}
        isPlannable={isPlannable}
      />
      <HeadsTable roster={{ ...roster.data, days: plan.days }} members={members.data} />
      {asking.value === "shifts" && <ShiftsDialog storeId={storeId} shifts={shifts.data} onClose={asking.close} />}
      {asking.value === "copy" && <CopyRosterDialog storeId={storeId} monday={monday} onClose={asking.close} />}
    </div>
  );
}
