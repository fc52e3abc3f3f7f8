import { createRequire } from "node:module";
import { transform } from "lightningcss";
import type { Plugin } from "vite";

/** Components for the login page and the messages. Their styles are part of the first load. */
const base = ["App", "Button", "Checkbox", "Input", "Modal", "Space", "Spin", "message", "notification"];

/** Components for shell, lists and forms, with those that antd uses inside. Their styles come with the workspace. */
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

/** Names without styles: types, hooks and providers. */
const bare = /^(ConfigProvider|theme|.*Props|.*Config|.*Instance|.*Type)$/;

const prefix = "virtual:antd-";
/**
 * Sheets of single components repeat rules of others. In the weaker layer they cannot change what is loaded already.
 */
const layers = "@layer antd-more,antd;";

/**
 * Makes static sheets of antd's class rules (zeroRuntime). Light and dark only exchange the variables that these read.
 * A component outside of the two lists brings its sheet with the file that imports it.
 */
export function antdCss(): Plugin {
  const made = new Map<string, string>();
  return {
    name: "antd-css",
    enforce: "pre",
    // without a NUL in the id, because vite's CSS plugin would ignore it
    resolveId: (id) => (id.startsWith(prefix) ? `/antd-css/${id.slice(prefix.length)}` : undefined),
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
  if (name === "base") return `${layers}@layer antd{${minifyRules(extractOnce(base))}}`;
  if (name === "core") return `${layers}@layer antd{${minifyRules(omitRules(extractOnce(core), extractOnce(base)))}}`;
  const present = [...extractOnce(base), ...extractOnce(core)];
  return `${layers}@layer antd-more{${minifyRules(omitRules(extractOnce([name]), present))}}`;
}

const omitRules = (rules: readonly string[], present: readonly string[]) => {
  const repeated = new Set(present);
  return rules.filter((rule) => !repeated.has(rule));
};

const THEME = { cssVar: { key: "extracted", prefix: "ant" }, hashed: false };

/**
 * Rules that no page can show: text from right to left, columns of the grid, and looks of components that are not used.
 */
const unused =
  /-rtl\b|\.ant-col-(\d|push|pull|offset|order|xs|sm|md|lg|xl|xxl)|\.ant-menu-(horizontal|dark)|\.ant-ribbon|\.ant-otp|\.ant-tabs-(card|editable)/;
/**
 * Rules that only contain the variables of the default theme. They would override those that are written at run time.
 */
const variables = /\.extracted|\.css-var-_/;

const known = new Map<string, string[]>();

/** Finds the rules of these components in order, without unneeded ones. The result is cached. */
function extractOnce(includes: string[]): string[] {
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
  return rulesOf(css).flatMap((rule) => keepNeeded(rule) ?? []);
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

/** Removes selectors that match nothing here; null if none is left. */
function keepNeeded(rule: string): string | null {
  const [, head = "", body = ""] = /^([^{]*)(\{.*)$/s.exec(rule) ?? [];
  if (head.startsWith("@media") || head.startsWith("@supports")) {
    const inside = rulesOf(body.slice(1, -1)).flatMap((one) => keepNeeded(one) ?? []);
    return inside.length === 0 ? null : `${head}{${inside.join("")}}`;
  }
  if (head.startsWith("@")) return rule;
  const selectors = head.split(/,(?![^(]*\))/).filter((one) => !unused.test(one) && !variables.test(one));
  return selectors.length === 0 ? null : selectors.join(",") + body;
}

function minifyRules(rules: readonly string[]): string {
  const code = Buffer.from(rules.join(""));
  return transform({ filename: "antd.css", code, minify: true, errorRecovery: true }).code.toString();
}
