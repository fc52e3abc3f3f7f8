import { DownOutlined } from "@ant-design/icons";
import { useSessionStore } from "../session/session-store.ts";
import { useSession } from "../session/use-session.ts";

/** The current organisation: for non-admins only, clickable only with more than one (PF-R60). */
export function OrganizationName() {
  const { user } = useSession();
  if (!user || user.boolAdmin) return null;
  if (user.organizations.length <= 1)
    return <span className="header-organization">{user.organizationsDescription}</span>;
  return (
    <button
      type="button"
      className="plain-button header-organization header-button"
      aria-haspopup="dialog"
      title="切换组织"
      onClick={() => useSessionStore.setState({ organizationSwitchOpen: true })}
    >
      <span>{user.organizationsDescription}</span>
      <DownOutlined aria-hidden />
    </button>
  );
}
