import type { Order } from "@ops/order/contract";

/** What the customer wants, as far as it is known. */
export interface Choice extends Pick<Order, "carConfigId" | "extColor" | "intColor"> {
  readonly seriesId: string | null;
  readonly optionCodes: readonly string[];
}

export const noChoice: Choice = { seriesId: null, carConfigId: null, extColor: null, intColor: null, optionCodes: [] };

export const choiceOf = ({ seriesId, carConfigId, extColor, intColor, optionCodes }: Order): Choice => {
  return { seriesId, carConfigId, extColor, intColor, optionCodes };
};

/** Whether two choices are the same car, in whatever order its options were named. */
export const isSameChoice = (one: Choice, other: Choice): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ carConfigId, extColor, intColor, optionCodes }: Choice) =>
  JSON.stringify([carConfigId, extColor, intColor, optionCodes.toSorted()]);
