import { type DetailAction, namedActionsOf, partsOf } from "@ops/platform/web";
import { closeStore, getReadiness, isTrading, type Store, storeActs, storeStates } from "@ops/store/contract";
import { addStoreActions, storeTabs } from "../store/store-slots.ts";

const ReadinessTab = partsOf(() => import("./ReadinessTab.tsx")).standing("ReadinessTab");
const CloseDialog = partsOf(() => import("./CloseDialog.tsx")).overlay("CloseDialog");

const acts = namedActionsOf(storeActs, { suspend: { fields: ["resumeOn", "reason"] } });

/** 状态操作 of a store. 闭店 first shows what is open. */
const actions: readonly DetailAction<Store>[] = [
  acts.open,
  acts.trial,
  acts.resume,
  acts.suspend,
  {
    label: storeStates.moves.close.label,
    needs: closeStore,
    danger: true,
    when: ({ state }) => storeStates.can(state, "close"),
    ask: (store, onClose) => <CloseDialog store={store} onClose={onClose} />,
  },
  acts.reopen,
];

/** Puts the life of a store into its list and its drawer. */
export function fillStores(): void {
  addStoreActions(actions)();
  storeTabs.fill({
    key: "readiness",
    title: "开业检查",
    order: 10,
    needs: getReadiness,
    when: ({ record }) => record.state === "PREPARING" || isTrading(record.state),
    Body: ReadinessTab,
  })();
}
