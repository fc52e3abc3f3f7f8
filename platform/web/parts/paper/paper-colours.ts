import type { CSSProperties } from "react";
import { palette } from "../../theme/tokens.ts";

const { panel, text, borderStrong } = palette.light;

/** Paper is white and ink is dark, whatever the theme of the screen is. */
export const paperColours = { "--paper": panel, "--ink": text, "--rule": borderStrong } as CSSProperties;
