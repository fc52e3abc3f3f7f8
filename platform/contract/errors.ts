/** A refusal that the user can understand: HTTP 200 with `success:false`. Anything else that is thrown is a fault. */
export class BusinessError extends Error {
  readonly msgCode: string;
  readonly data: unknown;
  /** Whether the caller tried to do more than allowed. The kernel logs it as 越权尝试 and counts it (PF-R97, AU-R48). */
  readonly isOverstep: boolean;
  /** The record that the refused call was about, if it is known. */
  about: { readonly bizType: string; readonly bizId: string; readonly bizNo: string | null } | null = null;

  constructor(msgCode: string, msg: string, data: unknown = null, isOverstep = false) {
    super(msg);
    this.msgCode = msgCode;
    this.data = data;
    this.isOverstep = isOverstep;
  }
}

export type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type Maker<T extends string> = [Holes<T>] extends [never]
  ? (values?: undefined, data?: unknown) => BusinessError
  : (values: Record<Holes<T>, string | number>, data?: unknown) => BusinessError;

/**
 * Declares the refusals of a module: `businessErrors("CLUE", { targetOff: "…" })` gives `errors.targetOff()` with
 * msgCode CLUE_TARGET_OFF. The compiler requires a value for each hole in a text (`{name}`). Refusals named in
 * `oversteps` are for callers who try to do more than allowed.
 */
export function businessErrors<const T extends Record<string, string>>(
  module: string,
  texts: T,
  oversteps: readonly (keyof T)[] = [],
): { [K in keyof T]: Maker<T[K]> } {
  const makers = Object.entries(texts).map(([name, text]) => {
    const msgCode = [module, ...name.split(/(?=[A-Z])/)].filter(Boolean).join("_").toUpperCase();
    const make = (values?: Record<string, string | number>, data?: unknown) =>
      new BusinessError(msgCode, fillHoles(text, values ?? {}), data, oversteps.includes(name));
    return [name, make];
  });
  return Object.fromEntries(makers);
}

export function fillHoles(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** Refusals that every module shares (PF-R84). */
export const commonErrors = businessErrors(
  "COMMON",
  {
    param: "{field}格式不正确",
    notFound: "数据不存在或已被删除",
    forbidden: "您没有该操作的权限，请联系管理员！",
    versionConflict: "数据已被{name}于{time}修改，请刷新后重试",
    duplicate: "{field}已存在",
    referenced: "该数据已被引用，无法删除",
    tooManyRows: "查询结果过多，请缩小查询范围或使用导出",
    externalFailed: "外部服务暂不可用，请稍后再试",
    repeating: "相同的请求正在处理中，请稍后再试",
    personOnly: "须由登录人员办理，接口账号不能提交",
    planChanged: "数据已变化，请重新预览",
  },
  ["forbidden"],
);
