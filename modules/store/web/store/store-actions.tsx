import { type DetailAction, partsOf, removeAction } from "@ops/platform/web";
import { editStore, moveStore, removeStore, type Store, setStoreManager, storeStates } from "@ops/store/contract";
import { addedStoreActions } from "./store-slots.ts";

const StoreForm = partsOf(() => import("./StoreForm.tsx")).overlay("StoreForm");
const dialogs = partsOf(() => import("./store-dialogs.tsx"));
const MoveStoreDialog = dialogs.overlay("MoveStoreDialog");
const ManagerDialog = dialogs.overlay("ManagerDialog");

/** The actions on a store, in the list and in its drawer. */
export function storeActions(): readonly DetailAction<Store>[] {
  return [
    { label: "编辑", needs: editStore, ask: (store, onClose) => <StoreForm store={store} onClose={onClose} /> },
    ...addedStoreActions(),
    {
      label: "设置店长",
      needs: setStoreManager,
      when: ({ state }) => state !== "CLOSED",
      ask: (store, onClose) => <ManagerDialog store={store} onClose={onClose} />,
    },
    {
      label: "变更归属",
      needs: moveStore,
      when: ({ state }) => state !== "CLOSED",
      ask: (store, onClose) => <MoveStoreDialog store={store} onClose={onClose} />,
    },
  ];
}

/** 删除, which is offered in the list alone: nothing would be left to show in the drawer. */
export const removeStoreAction = removeAction<Store>({
  endpoint: removeStore,
  question: ({ name }) => `确认删除门店「${name}」？对应组织一并删除`,
  when: ({ state }) => storeStates.can(state, "remove"),
});
