import { passwordStrength } from "../../contract/index.ts";

const words = ["不符合要求", "弱", "中", "强"] as const;

export function PasswordStrength({ password }: { password: string }) {
  if (password === "") return null;
  const strength = passwordStrength(password);
  return (
    <div className="password-strength" data-strength={strength} role="status">
      <span className="password-strength-bar" aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span>密码强度：{words[strength]}</span>
    </div>
  );
}
