import type { Plugin } from "vite";

interface Cut {
  /** The end of the file's path. */
  readonly file: string;
  readonly cuts: readonly (readonly [found: RegExp, put: string])[];
}

const PRESETS = /import \{ isBright \} from '[^']*ColorPresets';/;
const PICKER = /'@rc-component\/color-picker'/;
const COLOR = "'@rc-component/color-picker/es/color'";

/**
 * Cuts for libraries whose small parts import large ones, and for one error of a library. The cuts have no other effect
 * on this product. A build in which one is no longer found fails, so that an update of a library is noticed.
 */
const table: readonly Cut[] = [
  // buttons, tags and tooltips ask the colour picker whether a colour is bright, and its panel imports a whole picker
  { file: "/antd/es/button/style/token.js", cuts: [[PRESETS, 'import { isBright } from "virtual:is-bright";']] },
  { file: "/antd/es/tag/style/index.js", cuts: [[PRESETS, 'import { isBright } from "virtual:is-bright";']] },
  { file: "/antd/es/color-picker/color.js", cuts: [[PICKER, COLOR]] },
  { file: "/antd/es/color-picker/util.js", cuts: [[PICKER, COLOR]] },
  // every input needs the context of a form, and the index of the form imports its validation
  {
    file: "/antd/es/form/context.js",
    cuts: [[/'@rc-component\/form'/, "'@rc-component/form/es/FormContext'"]],
  },
  // an overlay enters the list of those that Escape closes while it renders; a rendering that React discards, as it may
  // while code is loading, would stay in the list for ever and swallow the key
  {
    file: "/@rc-component/portal/es/useEscKeyDown.js",
    cuts: [[/useMemo\(\(\) => \{[\s\S]*?\}, \[open\]\);/, ""]],
  },
  // a browser never writes JSON Schema
  {
    file: "/zod/v4/classic/schemas.js",
    cuts: [
      [/^ *inst\._zod\.processJSONSchema = .*$/gm, ""],
      [/create(?:Standard|To)JSONSchemaMethod\([^)]*\)/g, "undefined"],
    ],
  },
];

const IS_BRIGHT = "virtual:is-bright";
/** The same function as in antd, for the opaque colours of a theme. */
const isBright =
  "export const isBright = (color) => { const { r, g, b } = color.toRgb(); return r * 0.299 + g * 0.587 + b * 0.114 > 192; };";

/** Cuts imports of libraries that would add unused code to the first load. */
export function leanImports(): Plugin {
  const met = new Set<string>();
  return {
    name: "lean-imports",
    apply: "build",
    resolveId: (id) => (id === IS_BRIGHT ? `\0${IS_BRIGHT}` : undefined),
    load: (id) => (id === `\0${IS_BRIGHT}` ? isBright : undefined),
    transform: {
      filter: { id: /node_modules\/(antd\/es|@rc-component\/portal\/es|zod\/v4\/classic)\// },
      handler(code, id) {
        const found = table.find(({ file }) => id.endsWith(file));
        if (!found) return null;
        met.add(found.file);
        return { code: found.cuts.reduce((text, [from, put]) => cut(text, from, put, id), code), map: null };
      },
    },
    buildEnd(error) {
      const missed = table.filter(({ file }) => !met.has(file));
      if (!error && missed.length > 0)
        this.error(`not part of the build: ${missed.map(({ file }) => file).join(", ")}`);
    },
  };
}

function cut(text: string, from: RegExp, put: string, id: string): string {
  const changed = text.replace(from, put);
  if (changed === text) throw new Error(`${id} no longer has ${from}: look whether the cut is still needed`);
  return changed;
}
