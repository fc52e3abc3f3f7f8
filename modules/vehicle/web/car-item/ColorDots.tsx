import type { CarConfig } from "@ops/vehicle/contract";
import "../vehicle.css";

/** Outsides round, insides square; the name on hovering and for screen readers. */
export function ColorDots({ colors }: { readonly colors: CarConfig["colors"] }) {
  if (colors.length === 0) return "-";
  return (
    <span className="color-dots">
      {colors.map(({ colorCode, colorName, side, hex }) => (
        <Swatch key={colorCode} hex={hex} side={side} name={colorName} />
      ))}
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
