import { call, partsOf, type SessionPort } from "@ops/platform/web";
import { Skeleton } from "antd";
import { menuUserList, userInfo } from "./first-calls.ts";
import { UserMenuDialogs } from "./UserMenuDialogs.tsx";

/** Implements the functions that the shell needs about accounts. */
export const sessionPort: SessionPort = {
  async loadUserInfo(options = {}) {
    const answer = await call(userInfo, {}, options);
    return answer.success ? (answer.data[0] ?? null) : null;
  },
  async loadMenu(options = {}) {
    const answer = await call(menuUserList, {}, options);
    return answer.success ? answer.data : [];
  },
  async signOut() {
    const { signOut } = await import("./sign-out.ts");
    return signOut();
  },
  async returnToPrimaryOrganization() {
    const { returnToPrimaryOrganization } = await import("./switch-organization.ts");
    return returnToPrimaryOrganization();
  },
  async leaveView() {
    const { leaveView } = await import("../view-as/view.ts");
    return leaveView();
  },
  AudienceInput: partsOf(() => import("../home/AudienceInput.tsx")).standing(
    "default",
    <Skeleton.Input active block />,
  ),
  UserMenuDialogs,
};
