import { DateTimeInput, showMoney, useEndpoint } from "@ops/platform/web";
import { type CarConfigDetail, type Quote, quoteCar } from "@ops/vehicle/contract";
import { Alert, Select } from "antd";
import { useState } from "react";
import { useItems } from "../car-item/use-items.ts";
import "../vehicle.css";

interface Chosen {
  readonly extColor?: string | undefined;
  readonly intColor?: string | undefined;
  readonly options: string[];
  readonly at: string | null;
}

/** 预览: the quote of any choice at any time, as an order would get it. */
export function QuotePreview({ config }: { readonly config: CarConfigDetail }) {
  const [chosen, setChosen] = useState<Chosen>({ options: [], at: null });
  const choices = useChoices(config);
  const extColor = chosen.extColor ?? choices("EXT")[0]?.value;
  const intColor = chosen.intColor ?? choices("INT")[0]?.value;
  const { options, at } = chosen;
  const query = {
    carConfigId: config.id,
    ...(extColor ? { extColor } : {}),
    ...(intColor ? { intColor } : {}),
    ...(options.length > 0 ? { optionCodes: options.join(",") } : {}),
    ...(at ? { at } : {}),
  };
  const { data: quote } = useEndpoint(quoteCar, { query }, { keepPrevious: true, silent: true });
  const change = (part: Partial<Chosen>) => setChosen({ ...chosen, ...part });
  const color = (title: string, side: "EXT" | "INT", name: "extColor" | "intColor", value: string | undefined) => (
    <label htmlFor={`quote-${name}`}>
      {title}
      <Select
        id={`quote-${name}`}
        options={choices(side)}
        value={value ?? null}
        onChange={(code) => change({ [name]: code ?? undefined })}
      />
    </label>
  );
  return (
    <>
      <div className="price-change-head">
        {color("外观", "EXT", "extColor", extColor)}
        {color("内饰", "INT", "intColor", intColor)}
        <label htmlFor="quote-at">
          时间
          <DateTimeInput id="quote-at" placeholder="现在" value={at} onChange={(next) => change({ at: next })} />
        </label>
        <label htmlFor="quote-options" className="quote-options">
          选装
          <Select
            id="quote-options"
            mode="multiple"
            placeholder="无"
            options={choices(null)}
            value={options}
            onChange={(codes) => change({ options: codes })}
          />
        </label>
      </div>
      {quote && <QuoteLines quote={quote} />}
    </>
  );
}

/** Finds the offered exteriors, interiors or options of the configuration. */
function useChoices(config: CarConfigDetail) {
  const { items } = useItems();
  const offered = new Set(config.offers.filter(({ mode }) => mode !== "BLOCKED").map(({ itemCode }) => itemCode));
  return (wanted: "EXT" | "INT" | null) =>
    items
      .filter(({ itemCode, side }) => side === wanted && offered.has(itemCode))
      .map(({ itemCode, itemName }) => ({ value: itemCode, label: itemName }));
}

function QuoteLines({ quote }: { readonly quote: Quote }) {
  return (
    <>
      {!quote.sellable && <Alert type="warning" showIcon title={`当前不可售：${quote.reason}`} />}
      <dl className="quote-lines">
        {quote.lines.map(({ kind, itemCode, itemName, amountFen }) => (
          <div key={`${kind}${itemCode}`}>
            <dt>{itemName}</dt>
            <dd>{showMoney(amountFen)}</dd>
          </div>
        ))}
      </dl>
      <p className="quote-sum">
        <span>合计</span>
        <span>{showMoney(quote.sumFen)}</span>
      </p>
      <small className="series-off">配置键 {quote.configKey}</small>
    </>
  );
}
