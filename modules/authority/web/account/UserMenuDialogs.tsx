import { partsOf, useSessionStore } from "@ops/platform/web";
import { PasswordPrompt } from "./PasswordPrompt.tsx";
import "./account.css";

const ChangePasswordDialog = partsOf(() => import("./ChangePasswordDialog.tsx")).overlay("default");
const SwitchOrganizationDialog = partsOf(() => import("./SwitchOrganizationDialog.tsx")).overlay("default");

/** The dialogs of the user menu and of the organisation in the header. Each is loaded when it is opened. */
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
