/**
 * The workspace and its lists: what every page has around it or is made of. Parts that are rarely opened bring their
 * own calls.
 */
const workspace =
  /\/console\/workspace\.tsx$|\/platform\/(contract(?!\/(check|working-time)\/|\/(service\/(approval|delivery|job|message|number-rule|outside|param)|saved-filter\/saved-filter|notice\/switches)\.ts)|web\/(call|dialog(?!\/(FreshDialog|use-fresh)\.)|dict|list(?!\/(saved\/|(action\/BatchBar|column\/ColumnList)\.tsx))|shell(?!\/menu\/Palette\.tsx)|unmask))\/|\/web\/(form\/SearchSelect|excel\/ImportButton)\.tsx$/;
/** What the platform offers besides, each with the pages that need it. */
const service = /\/platform\/contract\/service\/(approval)\.ts$/;
const workspaceUi = /\/antd\/es\/(alert|drawer|switch|tree)\/|\/@ant-design\/icons(-svg)?\/|^\/antd-css\/Tree/;

/**
 * Files with references to the records of a module, a line each, for pages of other modules, so that these need not
 * load the module's contract.
 */
const pointers = /\/modules\/[^/]+\/contract\/(refs|pages)\.ts$/;

/** The contract of a module, and small parts with which many of its pages show its records. */
const words =
  /\/modules\/[^/]+\/(contract\/|web\/.*(\.ts|(Link|Search|Select|State|Tags|-columns|user-actions)\.tsx)$)/;

/** Modules whose words are too many for one file. They are split by the pages that need them. */
const large = /\/modules\/store\//;

/** Large libraries that few pages need. */
const rare =
  /\/(?:antd\/es|@rc-component)\/(cascader|color-picker|date-picker|picker|tree-select|upload)\/|\/(dayjs|echarts|zrender|tslib)\//;

const initial: "$initial"[] = ["$initial"];

/**
 * Splits the code into few files by their users: everybody, the workspace with its lists, forms, the contract of one
 * module, and each page. The shared ones may grow with the number of modules only by their references.
 */
export const codeSplitting = {
  groups: [
    { name: "ui-base", test: /node_modules\//, tags: initial, priority: 25 },
    { name: "start", test: /\/(platform|modules|apps)\//, tags: initial, priority: 20 },
    {
      name: "work",
      test: (id: string) => [workspace, workspaceUi, pointers].some((some) => some.test(id)),
      priority: 15,
    },
    { name: "forms", test: /\/web\/form\/forms\.ts$/, priority: 10 },
    { name: "checks", test: /\/platform\/contract\/(check|working-time)\//, minShareCount: 2, priority: 9 },
    // else the first module that uses one of them would keep it, and others would load that module
    { name: serviceName, debugName: "calls of the platform", test: service, minShareCount: 2, priority: 9 },
    { name: rarePart, debugName: "rare parts", test: rare, minShareCount: 2, priority: 8 },
    { name: "details", test: /\/platform\/web\/detail\/|\/antd\/es\/(card|tabs)\//, minShareCount: 2, priority: 7 },
    // charts are on few pages, and more than three of them would bring them to all that use the rest of the kit
    {
      name: "figures",
      test: /\/platform\/web\/(charts\/(?!(EChart|RareChart)\.)|parts\/figures\/)/,
      minShareCount: 2,
      priority: 7,
    },
    { name: "ui-more", test: /node_modules\//, minShareCount: 4, priority: 6 },
    { name: "more", test: /\/platform\/web\//, minShareCount: 4, priority: 6 },
    {
      name: moduleName,
      debugName: "words of large modules",
      test: (id: string) => words.test(id) && large.test(id),
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 1_500,
      priority: 4,
    },
    {
      name: moduleName,
      debugName: "words of modules",
      test: (id: string) => words.test(id) && !large.test(id),
      minShareCount: 2,
      priority: 5,
    },
    {
      name: moduleFolder,
      debugName: "parts of modules",
      test: /\/modules\/[^/]+\/web\//,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 1_500,
    },
  ],
};

function serviceName(id: string): string | null {
  return service.exec(id)?.[1] ?? null;
}

function rarePart(id: string): string | null {
  const [, part, library] = rare.exec(id) ?? [];
  if (library === "dayjs" || part === "picker" || part === "date-picker") return "calendar";
  return part ?? (library ? "charts" : null);
}

function moduleName(id: string): string | null {
  return /\/modules\/([^/]+)\//.exec(id)?.[1] ?? null;
}

function moduleFolder(id: string): string | null {
  const [, module, folder] = /\/modules\/([^/]+)\/web\/([^/]+)\//.exec(id) ?? [];
  return module && folder ? `${module}-${folder}` : null;
}
