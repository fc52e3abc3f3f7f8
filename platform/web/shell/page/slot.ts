import type { Endpoint } from "@ops/platform/contract";
import type { ComponentType } from "react";
import { useMay } from "../../session/use-session.ts";

type Needs = Endpoint | string;

/** A part that a module shows inside of another module's page. */
export interface SlotPart<Props> {
  /** Unique in the slot: `logistics.transit`. */
  readonly key: string;
  readonly title: string;
  /** Parts with smaller numbers come first. */
  readonly order: number;
  /** Shown only to those who may call it, or one of several. */
  readonly needs?: Needs | readonly Needs[];
  readonly when?: (props: Props) => boolean;
  /** Loaded when it is shown: `partsOf(() => import("./Transit.tsx")).standing("Transit")`. */
  readonly Body: ComponentType<Props>;
}

/** Puts a part into its place; the console does it for the `fillings` of every module's web door. */
export type Filling = () => void;

/** A place that modules above fill (PF-R129); a module that is not there leaves no hole. */
export interface Slot<Props, More = unknown> {
  fill(part: SlotPart<Props> & More): Filling;
  /** In their order. */
  parts(): readonly (SlotPart<Props> & More)[];
}

export function slot<Props, More = unknown>(): Slot<Props, More> {
  const parts = new Map<string, SlotPart<Props> & More>();
  return {
    fill: (part) => () => void parts.set(part.key, part),
    parts: () => [...parts.values()].toSorted((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1)),
  };
}

/** The parts of a slot that this person sees with these props. */
export function useSlot<Props, More>(of: Slot<Props, More>, props: Props): readonly (SlotPart<Props> & More)[] {
  return shownParts(of, props, useMay());
}

export function shownParts<Props, More>(
  of: Slot<Props, More>,
  props: Props,
  may: (needs: Needs) => boolean,
): readonly (SlotPart<Props> & More)[] {
  const isGranted = ({ needs }: SlotPart<Props>) => needs === undefined || [needs].flat().some((one) => may(one));
  return of.parts().filter((part) => isGranted(part) && (part.when?.(props) ?? true));
}
