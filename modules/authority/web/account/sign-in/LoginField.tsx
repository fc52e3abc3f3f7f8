import { cloneElement, type ReactElement } from "react";

interface LoginFieldProps {
  name: string;
  error: string;
  /** A hint that is not an error. */
  hint?: string;
  children: ReactElement<{ id?: string; status?: "error" | ""; "aria-invalid"?: boolean; "aria-describedby"?: string }>;
}

/** An input with reserved space for its message, so that nothing moves when one appears. */
export function LoginField({ name, error, hint = "", children }: LoginFieldProps) {
  const id = `login-${name}`;
  const wrong = error ? { status: "error" as const, "aria-invalid": true } : {};
  return (
    <div className="login-field">
      {cloneElement(children, { id, "aria-describedby": `${id}-told`, ...wrong })}
      <div id={`${id}-told`} className={error ? "login-told login-error" : "login-told"} aria-live="polite">
        {error || hint}
      </div>
    </div>
  );
}
