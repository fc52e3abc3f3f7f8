import { partsOf, useSessionStore } from "@ops/platform/web";
import { PasswordPrompt } from "./PasswordPrompt.tsx";
import "./account.css";

const ChangePasswordDialog = partsOf(() => import("./ChangePasswordDialog.tsx")).overlay("default");
const SwitchOrganizationDialog = partsOf(() => import("./SwitchOrganizationDialog.tsx")).overlay("default");

/** Behind the user menu and the organisation in the header; each comes when it is asked for. */
export function UserMenuDialogs() {
  const changingPassword = useSessionStore((state) => state.changePasswordOpen);
  const switching = useSessionStore((state) => state.organizationSwitchOpen);
  return (
    <>
      <PasswordPrompt />
      {changingPassword && <ChangePasswordDialog />}
      {switching && <SwitchOrganizationDialog />}
    </>
  );
}
