import type { Staff } from "@ops/partner/contract";

export type UnfreezableSource = "MANUAL" | "INACTIVE";

/** The sources that can be lifted by hand. 伙伴暂停 and 认证过期 end by themselves, and headquarters lifts 安全冻结. */
export const unfreezable = ({ freezeSources }: Pick<Staff, "freezeSources">): UnfreezableSource[] =>
  (["MANUAL", "INACTIVE"] as const).filter((source) => freezeSources.includes(source));
