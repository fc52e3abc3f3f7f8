import { cloneElement, type ReactElement } from "react";

interface LoginFieldProps {
  name: string;
  error: string;
  children: ReactElement<{ id?: string; status?: "error" | ""; "aria-invalid"?: boolean; "aria-describedby"?: string }>;
}

/** An input with the place of its message kept free, so that nothing jumps. */
export function LoginField({ name, error, children }: LoginFieldProps) {
  const id = `login-${name}`;
  const told = error ? { status: "error" as const, "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  return (
    <div className="login-field">
      {cloneElement(children, { id, ...told })}
      <div id={`${id}-error`} className="login-error" role={error ? "alert" : undefined}>
        {error}
      </div>
    </div>
  );
}
