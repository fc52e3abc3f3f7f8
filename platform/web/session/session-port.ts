import type { MenuNode, UserInfo } from "@ops/platform/contract";
import type { ComponentType } from "react";

/** What the shell needs to know about accounts. A module provides it, the app wires it; the platform knows no module. */
export interface SessionPort {
  loadUserInfo(options?: { background?: boolean }): Promise<UserInfo | null>;
  loadMenu(options?: { background?: boolean }): Promise<MenuNode[]>;
  /** Tells the server, clears the browser and leaves the workspace (PF-R42, PF-R43). */
  signOut(): Promise<void>;
  /** Moves to the primary organisation after the active membership ended; false when none is left (PF-R65). */
  returnToPrimaryOrganization(): Promise<boolean>;
  /** Dialogs behind the user menu and the organisation in the header; opened by flags of the session store. */
  UserMenuDialogs: ComponentType;
}

let held: SessionPort | undefined;

export function holdSessionPort(port: SessionPort): void {
  held = port;
}

export function sessionPort(): SessionPort {
  if (!held) throw new Error("apps/console has not provided a session port");
  return held;
}
