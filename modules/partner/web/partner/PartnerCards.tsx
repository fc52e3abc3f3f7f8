import { countPartners, PARTNER_PAGE } from "@ops/partner/contract";
import { presetList, useEndpoint, useListFilters } from "@ops/platform/web";

const cards = [
  { key: "active", label: "合作中", name: "state", value: "ACTIVE", tone: "good" },
  { key: "onboarding", label: "入驻中", name: "state", value: "ONBOARDING", tone: "active" },
  { key: "review", label: "待审核", name: "state", value: "REVIEW", tone: "warn" },
  { key: "contractEnding", label: "30天内到期合同", name: "contractEnd", value: "30", tone: "warn" },
  { key: "paperExpired", label: "资质过期", name: "papers", value: "EXPIRED", tone: "bad" },
  { key: "suspended", label: "已暂停", name: "state", value: "SUSPENDED", tone: "bad" },
] as const;

/** Cards that count partners. A click shows the partners behind the number, a second click shows all again. */
export function PartnerCards({ onChosen }: { readonly onChosen: () => void }) {
  const { data } = useEndpoint(countPartners, {}, { silent: true });
  const asked = useListFilters(PARTNER_PAGE);
  return (
    <ul className="partner-cards" aria-label="概况">
      {cards.map(({ key, label, name, value, tone }) => {
        const isChosen = asked[name] === value && Object.keys(asked).length === 1;
        const choose = () => {
          presetList(PARTNER_PAGE, isChosen ? {} : { [name]: value });
          onChosen();
        };
        return (
          <li key={key}>
            <button
              type="button"
              className="partner-press"
              aria-pressed={isChosen}
              data-tone={data && data[key] > 0 ? tone : "none"}
              onClick={choose}
            >
              <b>{data ? data[key] : "–"}</b>
              <span>{label}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
