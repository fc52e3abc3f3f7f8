import type { MenuNode, UserInfo } from "@ops/platform/contract";
import type { ComponentType } from "react";

export interface AudienceInputProps {
  readonly id?: string;
  readonly of: "ORGS" | "ROLES";
  readonly value?: readonly string[];
  readonly onChange?: (ids: string[]) => void;
}

/**
 * What the shell needs to know about accounts. A module provides it and the app connects it, because the platform knows
 * no module.
 */
export interface SessionPort {
  loadUserInfo(options?: { background?: boolean }): Promise<UserInfo | null>;
  loadMenu(options?: { background?: boolean }): Promise<MenuNode[]>;
  /** Tells the server, clears the browser and leaves the workspace (PF-R42, PF-R43). */
  signOut(): Promise<void>;
  /** Moves to the primary organisation after the active membership ended; false if none is left (PF-R65). */
  returnToPrimaryOrganization(): Promise<boolean>;
  /** Ends the view as another person (AU-R26). */
  leaveView(): Promise<void>;
  /** Chooses organisations or roles by name; shown where announcements are written. */
  AudienceInput: ComponentType<AudienceInputProps>;
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
