import type { Partner } from "@ops/partner/contract";
import type { Tone } from "@ops/platform/web";

const levelTones: Readonly<Record<Partner["level"], Tone>> = { S: "good", A: "active", B: "neutral", C: "warn" };
export const PartnerLevel = ({ level }: Pick<Partner, "level">) => (
  <span className="level-tag" data-tone={levelTones[level]}>
    {level}
  </span>
);
