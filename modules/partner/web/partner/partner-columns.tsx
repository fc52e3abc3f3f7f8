import { listPartners, type Partner, partnerKinds, partnerStates, riskTags } from "@ops/partner/contract";
import { columnsOf, StateTag, type Tone } from "@ops/platform/web";
import { Tag } from "antd";
import { EndDay } from "../company/EndDay.tsx";
import { PartnerLevel } from "../company/PartnerLevel.tsx";

const stateTones: Partial<Record<Partner["state"], Tone>> = { ACTIVE: "good", SUSPENDED: "bad", EXITING: "bad" };

export const PartnerState = ({ state }: Pick<Partner, "state">) => (
  <StateTag machine={partnerStates} state={state} tones={stateTones} />
);

export const kindText = (kinds: Partner["kinds"]): string => kinds.map((kind) => partnerKinds[kind]).join("、");

export function RiskTags({ tags }: { readonly tags: Partner["riskTags"] }) {
  if (!tags || tags.length === 0) return "-";
  return (
    <span className="partner-tags">
      {tags.map((tag) => (
        <Tag key={tag} color="warning">
          {riskTags[tag]}
        </Tag>
      ))}
    </span>
  );
}

function Seats({ staffCount, accountCount, accountLimit }: Partner) {
  const isFull = accountCount >= accountLimit && accountCount > 0;
  return (
    <span
      className="partner-seats"
      data-full={isFull}
      title={`员工${staffCount}人，账号${accountCount}个，上限${accountLimit}个`}
    >
      {staffCount} / {accountCount}
      <small> 限{accountLimit}</small>
    </span>
  );
}

/** Makes the columns. The partner's own people do not see the risk tags of headquarters. */
export function partnerColumns(open: (partner: { id: string }) => void, isOwnPerson: boolean) {
  return columnsOf(listPartners, {
    partnerNo: { width: 110, opens: open },
    fullName: {
      title: "名称（简称）",
      width: 274, // chosen so that all columns fit before 操作 on a screen 1440 wide
      as: ({ fullName, shortName }) => (
        <span className="partner-name" title={shortName ? `${fullName}（${shortName}）` : fullName}>
          {fullName}
          <small>{shortName}</small>
        </span>
      ),
    },
    kinds: 125,
    level: { width: 78, as: ({ level }) => <PartnerLevel level={level} /> },
    state: { width: 95, as: ({ state }) => <PartnerState state={state} /> },
    regionName: {
      title: "区域/城市",
      width: 150,
      as: ({ regionName, cities }) => `${regionName} · ${cities.map(({ name }) => name).join("、")}`,
    },
    storeCount: 70,
    staffCount: { title: "员工/账号", width: 105, align: "left", as: (partner) => <Seats {...partner} /> },
    contractEndOn: { width: 145, as: ({ contractEndOn }) => <EndDay day={contractEndOn} /> },
    depositFen: true,
    riskTags: isOwnPerson ? null : { as: (partner) => <RiskTags tags={partner.riskTags} /> },
    managerName: 100,
    uscc: { width: 175, hidden: true },
    updatedAt: true,
  });
}
