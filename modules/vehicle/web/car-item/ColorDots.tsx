import type { CarConfig } from "@ops/vehicle/contract";
import "../vehicle.css";

const SHOWN = 6;

/** Exteriors are round, interiors square. The name appears on hovering and for screen readers. */
export function ColorDots({ colors }: { readonly colors: CarConfig["colors"] }) {
  if (colors.length === 0) return "-";
  const rest = colors.slice(SHOWN);
  return (
    <span className="color-dots">
      {colors.slice(0, SHOWN).map(({ colorCode, colorName, side, hex }) => (
        <Swatch key={colorCode} hex={hex} side={side} name={colorName} />
      ))}
      {rest.length > 0 && <small title={rest.map(({ colorName }) => colorName).join("、")}>+{rest.length}</small>}
    </span>
  );
}

export function Swatch({
  hex,
  side,
  name,
}: {
  readonly hex: string;
  readonly side: "EXT" | "INT";
  readonly name: string;
}) {
  return (
    <i className="swatch" role="img" data-side={side} style={{ background: hex }} title={name} aria-label={name} />
  );
}
