export interface SessionSignals {
  /** HTTP 401/403 or a live event: the session is over (PF-R29). */
  ended(message: string): void;
  /** PWD_CHANGE_REQUIRED: the prompt opens again (PF-R37). */
  passwordChangeRequired(): void;
  /** ORG_ENDED: the active membership is over (PF-R65). */
  organizationEnded(message: string): void;
  /** VIEW_AS_ENDED: the view as another person has ended (AU-R26). */
  viewEnded(message: string): void;
}

let held: SessionSignals | undefined;

/**
 * Sets the receiver of signals. Calls know nothing about sessions; they raise signals, which `session/life.ts` handles.
 */
export function holdSessionSignals(signals: SessionSignals): void {
  held = signals;
}

export const sessionSignals: SessionSignals = {
  ended: (message) => held?.ended(message),
  passwordChangeRequired: () => held?.passwordChangeRequired(),
  organizationEnded: (message) => held?.organizationEnded(message),
  viewEnded: (message) => held?.viewEnded(message),
};
