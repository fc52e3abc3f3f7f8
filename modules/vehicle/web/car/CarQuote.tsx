import { FieldList, showMoney, useEndpoint } from "@ops/platform/web";
import { CarDetail, quoteCar } from "@ops/vehicle/contract";

/** The specification of the car and its price today. */
export function CarQuote({ car }: { readonly car: CarDetail }) {
  const query = {
    carConfigId: car.carConfigId,
    optionCodes: car.optionCodes.join(","),
    extColor: car.extColor.colorCode,
    intColor: car.intColor.colorCode,
  };
  const { data: quote } = useEndpoint(quoteCar, { query }, { silent: true });
  return (
    <>
      <FieldList
        schema={CarDetail}
        record={car}
        fields={[
          { show: "configCode" },
          { show: "configName" },
          { show: "optionCodes", as: (one) => one.optionCodes.join("、") || "无" },
          { show: "configKey" },
        ]}
      />
      {quote && (
        <dl className="car-prices">
          {quote.lines.map((line) => (
            <PriceLine key={`${line.kind} ${line.itemCode}`} name={line.itemName} fen={line.amountFen} />
          ))}
          <PriceLine name="现行价合计" fen={quote.sumFen} />
        </dl>
      )}
    </>
  );
}

function PriceLine({ name, fen }: { readonly name: string; readonly fen: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{showMoney(fen)}</dd>
    </>
  );
}
