import { presetList, useEndpoint, useListFilters } from "@ops/platform/web";
import { countStores, STORE_PAGE } from "@ops/store/contract";
import "./store.css";

const cards = [
  { key: "open", label: "营业中", name: "state", value: "OPEN", tone: "none" },
  { key: "preparing", label: "筹备中", name: "state", value: "PREPARING", tone: "none" },
  { key: "short", label: "缺编门店", name: "isShort", value: "1", tone: "warn" },
  { key: "rentEnding", label: "90天内租约到期", name: "isRentEnding", value: "1", tone: "warn" },
] as const;

/** Cards that count stores. A click shows the stores behind the number, a second click shows all again. */
export function StoreCards() {
  const { data } = useEndpoint(countStores, {}, { silent: true });
  const asked = useListFilters(STORE_PAGE);
  return (
    <ul className="store-cards" aria-label="概况">
      {cards.map(({ key, label, name, value, tone }) => {
        const isChosen = asked[name] === value && Object.keys(asked).length === 1;
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={isChosen}
              data-tone={data && data[key] > 0 ? tone : "none"}
              onClick={() => presetList(STORE_PAGE, isChosen ? {} : { [name]: value })}
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
