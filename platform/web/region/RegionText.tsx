import { ADJUSTED } from "./region-tree.ts";
import { useRegion } from "./use-region.ts";

interface Props {
  readonly code: string | null;
  /** As the record keeps it from when it was chosen. */
  readonly name?: string | null;
}

/** 江苏省 / 苏州市 / 昆山市; of a division that was abolished, what took its place. */
export function RegionText({ code, name }: Props) {
  const region = useRegion(code);
  if (code === null) return "-";
  if (!region?.isAdjusted) return name ?? region?.name ?? code;
  return (
    <span title={name ? `原：${name}` : ""}>
      {region.name}
      {ADJUSTED}
    </span>
  );
}
