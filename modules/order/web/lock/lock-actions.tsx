import { lockOrder, type Order, orderStates, unlockOrder, verifyIdentity } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";
import { refuseBusy } from "../order/acting.ts";
import { orderAct } from "../order/order-act.ts";

const LockDialog = partsOf(() => import("./LockDialog.tsx")).overlay("LockDialog");
const IdentityPhotos = partsOf(() => import("./IdentityPhotos.tsx")).inside("IdentityPhotos");

/** 锁单, which the customer confirms. */
export const lockAction: DetailAction<Order> = {
  label: "锁单",
  needs: lockOrder,
  primary: true,
  when: ({ state }) => orderStates.can(state, "lock"),
  refuse: refuseBusy,
  ask: ({ id }, onClose) => <LockDialog id={id} onClose={onClose} />,
};

/** 核验身份: the number is typed from the original, which is photographed. */
export const verifyAction = orderAct({
  label: "核验身份",
  needs: verifyIdentity,
  // a new buyer after the lock is compared, too
  when: ({ state, isIdentityVerified }) => orderStates.can(state, "note") && !isIdentityVerified,
  okText: "核验通过",
  done: "身份已核验！",
  fields: ["idNo", "fileIds"],
  start: () => ({ fileIds: [] }),
  useSpecial: () => ({
    idNo: "对照证件原件录入，个人为身份证号，企业为统一社会信用代码",
    fileIds: <IdentityPhotos key="fileIds" />,
  }),
});

/** 解锁: choice and price are open again, and the promise is void. */
export const unlockAction = orderAct({
  label: "解锁",
  needs: unlockOrder,
  when: ({ state }) => orderStates.can(state, "unlock"),
  refuse: refuseBusy,
  danger: true,
  okText: "解锁",
  done: "订单已解锁！",
});
