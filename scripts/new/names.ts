export interface Names {
  readonly module: string;
  /** The name in kebab-case, which is also the name of the room. */
  readonly entity: string;
  /** The Chinese name of a record. */
  readonly title: string;
  readonly pascal: string;
  readonly camel: string;
  /** The name of the table in snake_case. */
  readonly table: string;
  /** Whether records can be closed and reopened. */
  readonly hasStates: boolean;
  /** The page of its list in the site map. */
  readonly page: string | null;
}

const USAGE =
  "usage: npm run new-entity -- <module> <entity-in-kebab-case> <中文名称> [--no-states] [--page /Path/Of/Page]";

interface Options {
  readonly hasStates?: boolean;
  readonly page?: string | null;
}

export function namesOf(module: string, entity: string, title: string, options: Options = {}): Names {
  const { hasStates = true, page = null } = options;
  const isPath = page === null || /^(\/[A-Za-z]+)+$/.test(page);
  if (!/^[a-z]+$/.test(module) || !/^[a-z]+(-[a-z]+)*$/.test(entity) || !title || !isPath) throw new Error(USAGE);
  const pascal = pascalOf(entity);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { module, entity, title, pascal, camel, table: entity.replaceAll("-", "_"), hasStates, page };
}

export function pascalOf(kebab: string): string {
  return kebab.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
}
