import { type listPartners, type Partner, partnerKinds, partnerStates, riskTags } from "@ops/partner/contract";
import { type Column, StateTag, showMoney, type Tone } from "@ops/platform/web";
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

/** The partner's own people do not see what headquarters thinks of it. */
export function partnerColumns(
  open: (partner: { id: string }) => void,
  isOwnPerson: boolean,
): readonly Column<typeof listPartners>[] {
  const risk: Column<typeof listPartners> = {
    show: "riskTags",
    width: 150,
    as: (partner) => <RiskTags tags={partner.riskTags} />,
  };
  return [
    {
      show: "partnerNo",
      width: 110,
      as: ({ id, partnerNo }) => (
        <button type="button" className="text-button" onClick={() => open({ id })}>
          {partnerNo}
        </button>
      ),
    },
    {
      title: "名称（简称）",
      show: "fullName",
      width: 274, // with those after it, the columns end where 操作 begins on a screen of 1440
      as: ({ fullName, shortName }) => (
        <span className="partner-name" title={shortName ? `${fullName}（${shortName}）` : fullName}>
          {fullName}
          <small>{shortName}</small>
        </span>
      ),
    },
    { show: "kinds", width: 125, as: ({ kinds }) => kindText(kinds) },
    { show: "level", width: 78, as: ({ level }) => <PartnerLevel level={level} /> },
    { show: "state", width: 95, as: ({ state }) => <PartnerState state={state} /> },
    {
      title: "区域/城市",
      show: "regionName",
      width: 150,
      as: ({ regionName, cities }) => `${regionName} · ${cities.map(({ name }) => name).join("、")}`,
    },
    { show: "storeCount", width: 70, align: "right" },
    { title: "员工/账号", show: "staffCount", width: 105, as: (partner) => <Seats {...partner} /> },
    { show: "contractEndOn", width: 145, as: ({ contractEndOn }) => <EndDay day={contractEndOn} /> },
    { show: "depositFen", width: 115, align: "right", as: ({ depositFen }) => showMoney(depositFen) },
    ...(isOwnPerson ? [] : [risk]),
    { show: "managerName", width: 100 },
    { show: "uscc", width: 175, hidden: true },
    { show: "updatedAt", width: 155 },
  ];
}
