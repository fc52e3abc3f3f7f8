import { cloneElement, type ReactElement } from "react";

interface LoginFieldProps {
  name: string;
  error: string;
  /** Something to know that is not wrong. */
  hint?: string;
  children: ReactElement<{ id?: string; status?: "error" | ""; "aria-invalid"?: boolean; "aria-describedby"?: string }>;
}

/** An input with the place of its message kept free, so that nothing jumps. */
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
