import { createRequire } from "node:module";
import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** What the login page and the messages need: part of the first load. */
const base = ["App", "Button", "Checkbox", "Input", "Modal", "Space", "Spin", "message", "notification"];

/** What shell, lists and forms need, with the components that antd's own parts use inside. Comes with the workspace. */
const core = [
  "Avatar",
  "Badge",
  "Dropdown",
  "Menu",
  "Popconfirm",
  "Popover",
  "Skeleton",
  "Tag",
  "Tooltip",
  "DatePicker",
  "Empty",
  "Pagination",
  "Select",
  "Table",
  "Tabs",
  "Card",
  "Col",
  "Drawer",
  "Form",
  "InputNumber",
  "Radio",
  "Row",
  "Switch",
];
const loaded = new Set([...base, ...core]);

/** Without rules of their own: names of types, hooks and providers. */
const bare = /^(ConfigProvider|theme|.*Props|.*Config|.*Instance|.*Type)$/;

const prefix = "virtual:antd-";
/** Sheets of single components repeat rules of others; in the weaker layer they cannot change what is loaded already. */
const layers = "@layer antd-more,antd;";

/**
 * antd's class rules as static sheets (zeroRuntime); light and dark only swap the variables they read. A component
 * outside the two lists brings its sheet along with the file that imports it.
 */
export function antdCss(): Plugin {
  const made = new Map<string, string>();
  return {
    name: "antd-css",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(prefix) ? `/antd-css/${id.slice(prefix.length)}` : undefined), // a NUL would keep vite's CSS away
    load(id) {
      const name = /^\/antd-css\/(\w+)\.css$/.exec(id)?.[1];
      if (name === undefined) return;
      const css = made.get(name) ?? sheet(name);
      made.set(name, css);
      return { code: css, moduleSideEffects: true };
    },
    transform(code, id) {
      if (!/\/(platform|modules|apps)\/.*\.tsx$/.test(id)) return;
      const imported =
        code.match(/import\s*\{([^}]*)\}\s*from\s*["']antd["']/)?.[1]?.match(/(?<!type )\b[A-Z]\w+/g) ?? [];
      const extra = imported.filter((name) => !loaded.has(name) && !bare.test(name));
      if (extra.length === 0) return;
      return { code: `${extra.map((name) => `import "${prefix}${name}.css";`).join("")}${code}`, map: null };
    },
  };
}

function sheet(name: string): string {
  if (name === "base") return `${layers}@layer antd{${packed(extracted(base))}}`;
  if (name === "core") return `${layers}@layer antd{${packed(without(extracted(core), extracted(base)))}}`;
  const present = [...extracted(base), ...extracted(core)];
  return `${layers}@layer antd-more{${packed(without(extracted([name]), present))}}`;
}

const without = (rules: readonly string[], present: readonly string[]) => {
  const repeated = new Set(present);
  return rules.filter((rule) => !repeated.has(rule));
};

const THEME = { cssVar: { key: "extracted", prefix: "ant" }, hashed: false };

/** What no page can show: text from right to left, the grid's columns, looks of components that are not used. */
const unused =
  /-rtl\b|\.ant-col-(\d|push|pull|offset|order|xs|sm|md|lg|xl|xxl)|\.ant-menu-(horizontal|dark)|\.ant-ribbon|\.ant-otp|\.ant-tabs-(card|editable)/;
/** Rules that only carry the default theme's variables would win over the ones written at run time. */
const variables = /\.extracted|\.css-var-_/;

const known = new Map<string, string[]>();

/** The rules of these components, in order, without those that nothing here needs; worked out once. */
function extracted(includes: string[]): string[] {
  const key = includes.join();
  const rules = known.get(key) ?? extract(includes);
  known.set(key, rules);
  return rules;
}

function extract(includes: string[]): string[] {
  const require = createRequire(import.meta.url); // the extractor and antd must share one CommonJS copy
  const { extractStyle } = require("@ant-design/static-style-extract");
  const { ConfigProvider } = require("antd");
  const { createElement } = require("react");
  const css: string = extractStyle({
    includes,
    customTheme: (node: unknown) => createElement(ConfigProvider, { theme: THEME }, node),
  });
  return rulesOf(css).flatMap((rule) => needed(rule) ?? []);
}

/** Cuts a sheet into its outermost rules, with the rules inside of a @media left together. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [depth, begin] = [0, 0];
  for (const { 0: mark, index } of css.matchAll(/[{}]/g)) {
    depth += mark === "{" ? 1 : -1;
    if (depth > 0) continue;
    rules.push(css.slice(begin, index + 1).trim());
    begin = index + 1;
  }
  return rules;
}

/** The rule without the selectors that match nothing here; null when none is left. */
function needed(rule: string): string | null {
  const [, head = "", body = ""] = /^([^{]*)(\{.*)$/s.exec(rule) ?? [];
  if (head.startsWith("@media") || head.startsWith("@supports")) {
    const inside = rulesOf(body.slice(1, -1)).flatMap((one) => needed(one) ?? []);
    return inside.length === 0 ? null : `${head}{${inside.join("")}}`;
  }
  if (head.startsWith("@")) return rule;
  const selectors = head.split(/,(?![^(]*\))/).filter((one) => !unused.test(one) && !variables.test(one));
  return selectors.length === 0 ? null : selectors.join(",") + body;
}

function packed(rules: readonly string[]): string {
  const code = Buffer.from(rules.join(""));
  return transform({ filename: "antd.css", code, minify: true, errorRecovery: true }).code.toString();
}
