import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { confirm, NotLoaded, useCall, useEndpoint, useMay } from "@ops/platform/web";
import { getReadiness, openStore, type StoreDetail, startTrial, storeStates } from "@ops/store/contract";
import { Button, Skeleton } from "antd";
import { WayButton } from "./WayButton.tsx";
import "./opening.css";

/** 开业检查: what the store needs to open, each with the way to it, and 试营业 and 开业 (ST-R4). */
export function ReadinessTab({ record }: { readonly record: StoreDetail }) {
  const { id, name, state, version } = record;
  const may = useMay();
  const { data, error, refetch } = useEndpoint(getReadiness, { params: { id } }, { silent: true, staleTime: 0 });
  const trial = useCall(startTrial, { done: "已开始试营业！" });
  const open = useCall(openStore, { done: "已开业！" });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const missing = data.filter((item) => !item.isReady);
  const input = { params: { id }, body: { version } };
  const ask = async (title: string, act: () => Promise<unknown>) => {
    if (await confirm({ title })) await act();
  };
  return (
    <section className="opening">
      <ul>
        {data.map(({ key, no, label, isReady: isFine, note }) => (
          <li key={key}>
            {isFine ? (
              <CheckCircleFilled className="opening-fine" aria-label="已满足" />
            ) : (
              <CloseCircleFilled className="opening-missing" aria-label="未满足" />
            )}
            <b>
              {no}. {label}
            </b>
            <span>{note}</span>
            {!isFine && <WayButton item={key} store={record} />}
          </li>
        ))}
      </ul>
      {may(openStore) && (
        <p className="opening-acts">
          {storeStates.can(state, "trial") && (
            <Button
              disabled={missing.some(({ key }) => key !== "VERIFIED")} // a trial needs no verification
              loading={trial.pending}
              onClick={() => void ask(`「${name}」开始试营业？`, () => trial.call(input))}
            >
              试营业
            </Button>
          )}
          {storeStates.can(state, "open") && (
            <Button
              type="primary"
              disabled={missing.length > 0}
              loading={open.pending}
              onClick={() => void ask(`「${name}」正式开业？`, () => open.call(input))}
            >
              开业
            </Button>
          )}
        </p>
      )}
    </section>
  );
}
