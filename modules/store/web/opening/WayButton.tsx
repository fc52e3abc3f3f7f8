import { partsOf, RefLink, useDialog, useMay, useOpened } from "@ops/platform/web";
import { editStore, type ReadinessKey, type StoreDetail, setStoreManager } from "@ops/store/contract";
import { Button } from "antd";
import { wayTo } from "./readiness-ways.ts";

const StoreForm = partsOf(() => import("../store/StoreForm.tsx")).overlay("StoreForm");
const ManagerDialog = partsOf(() => import("../store/store-dialogs.tsx")).overlay("ManagerDialog");

interface Props {
  readonly item: ReadinessKey;
  readonly store: StoreDetail;
}

/** Leads to where something that the store lacks is made ready, for those who may do it. */
export function WayButton({ item, store }: Props) {
  const may = useMay();
  const { open } = useOpened();
  const asked = useDialog<"edit" | "manager">();
  const way = wayTo(item, store);
  if ("partner" in way) return <RefLink kind="partner" id={store.partnerId ?? ""} name={way.label} />;
  if ("ask" in way && !may(way.ask === "edit" ? editStore : setStoreManager)) return null;
  const go = () => ("tab" in way ? open(store.id, way.tab) : asked.open(way.ask));
  return (
    <>
      <Button type="link" size="small" onClick={go}>
        {way.label}
      </Button>
      {asked.value === "edit" && <StoreForm store={store} onClose={asked.close} />}
      {asked.value === "manager" && <ManagerDialog store={store} onClose={asked.close} />}
    </>
  );
}
