import { theme as antdTheme, type MappingAlgorithm, type ThemeConfig } from "antd";
import { palette, type ThemeMode } from "./tokens.ts";

const fontFamily =
  '-apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';

/**
 * The antd theme of a mode. The class rules are a static sheet made at build time (`virtual:antd-*.css`); at run time
 * only the variables are written, so a change of mode swaps variables and nothing else.
 */
export function themeOf(mode: ThemeMode, motion: boolean): ThemeConfig {
  return {
    cssVar: { key: "app", prefix: "ant" },
    hashed: false,
    zeroRuntime: true,
    algorithm: mode === "dark" ? [antdTheme.darkAlgorithm, exactColors] : antdTheme.defaultAlgorithm,
    token: { ...tokensOf(mode), motion },
    components: componentsOf(mode),
  };
}

/** The dark algorithm dims the colours it is given; ours are chosen for dark already and must stay readable. */
const exactColors: MappingAlgorithm = (seed, map) => ({
  ...(map ?? antdTheme.darkAlgorithm(seed)),
  colorPrimary: seed.colorPrimary,
  colorInfo: seed.colorInfo,
  colorLink: seed.colorLink,
  colorSuccess: seed.colorSuccess,
  colorWarning: seed.colorWarning,
  colorError: seed.colorError,
});

function tokensOf(mode: ThemeMode): NonNullable<ThemeConfig["token"]> {
  const color = palette[mode];
  return {
    colorPrimary: color.primary,
    colorInfo: color.primary,
    colorLink: color.link,
    colorLinkHover: color.linkHover, // the derived tone misses 4.5:1
    colorPrimaryHover: color.primaryHover, // the derived tone misses 4.5:1 with white text
    colorSuccess: color.success,
    colorSuccessBg: color.successBg,
    colorSuccessBorder: color.successBorder,
    colorSuccessText: color.successText,
    colorWarning: color.warning,
    colorWarningText: color.warningText,
    colorError: color.error,
    colorErrorHover: color.errorHover,
    colorTextBase: color.text,
    colorBgBase: color.base,
    colorBgContainer: color.panel,
    colorBgElevated: color.raised,
    colorBgLayout: color.page,
    colorBgSpotlight: color.tooltip,
    colorBorderSecondary: color.border,
    colorBorder: color.borderStrong,
    colorTextPlaceholder: color.placeholder,
    colorTextSecondary: color.textSecondary,
    colorTextTertiary: color.textTertiary,
    colorTextDescription: color.textTertiary,
    fontFamily,
    fontSize: 13,
    fontSizeSM: 12, // the derived value would make tags 10 px
    borderRadius: 5,
    controlHeight: 30,
    controlHeightSM: 24,
    motionUnit: 0.06, // 60, 120, 180 ms
  };
}

function componentsOf(mode: ThemeMode): NonNullable<ThemeConfig["components"]> {
  const color = palette[mode];
  const dark = mode === "dark";
  return {
    Menu: {
      itemHeight: 36,
      itemMarginInline: 8,
      itemBorderRadius: 5,
      iconSize: 15,
      collapsedIconSize: 16,
      subMenuItemBg: "transparent",
      itemSelectedColor: color.accent,
      subMenuItemSelectedColor: color.accent,
      itemSelectedBg: color.menuSelected,
    },
    Button: { dangerColor: color.onError, defaultHoverColor: color.linkHover, defaultActiveColor: color.link },
    Pagination: { itemActiveColor: color.accent, itemActiveColorHover: color.accent },
    Table: tableOf(mode),
    Form: {
      itemMarginBottom: 24, // the room of one line of error text, so that it never touches the next label
      labelColor: color.textSecondary,
    },
    Card: { bodyPadding: 16, headerHeight: 44 },
    // the preset tones miss 4.5:1 on their own tint
    Tag: dark ? {} : { orange7: "#a14f00", red7: "#b3202b", blue7: "#1a4fb8", green7: "#1b6e3c", gold7: "#8a5a00" },
    Tabs: {
      horizontalItemPadding: "9px 0",
      titleFontSize: 13,
      itemSelectedColor: color.accent,
      inkBarColor: color.accent,
    },
  };
}

function tableOf(mode: ThemeMode): NonNullable<NonNullable<ThemeConfig["components"]>["Table"]> {
  const color = palette[mode];
  return {
    headerBg: color.tableHead,
    headerColor: color.tableHeadText,
    headerSplitColor: "transparent",
    headerSortActiveBg: color.tableHead, // the arrow shows the sorting, and a grey column would look selected
    headerSortHoverBg: color.hover,
    bodySortBg: color.panel,
    fixedHeaderSortActiveBg: color.tableHead,
    rowHoverBg: color.hover,
    rowSelectedBg: color.selected,
    rowSelectedHoverBg: color.selectedHover,
    cellPaddingBlockSM: 6,
    cellPaddingInlineSM: 10,
    cellPaddingBlockMD: 8,
    cellPaddingInlineMD: 10,
  };
}
