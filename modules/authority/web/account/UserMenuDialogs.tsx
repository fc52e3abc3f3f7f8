import { useSessionStore } from "@ops/platform/web";
import { lazy, Suspense } from "react";
import { PasswordPrompt } from "./PasswordPrompt.tsx";
import "./account.css";

const ChangePasswordDialog = lazy(() => import("./ChangePasswordDialog.tsx"));
const SwitchOrganizationDialog = lazy(() => import("./SwitchOrganizationDialog.tsx"));

/** Behind the user menu and the organisation in the header; each comes when it is asked for. */
export function UserMenuDialogs() {
  const changingPassword = useSessionStore((state) => state.changePasswordOpen);
  const switching = useSessionStore((state) => state.organizationSwitchOpen);
  return (
    <Suspense>
      <PasswordPrompt />
      {changingPassword && <ChangePasswordDialog />}
      {switching && <SwitchOrganizationDialog />}
    </Suspense>
  );
}
