export interface Names {
  readonly module: string;
  /** kebab-case; also the name of the room. */
  readonly entity: string;
  /** What a record is called, in Chinese. */
  readonly title: string;
  readonly pascal: string;
  readonly camel: string;
  /** snake_case */
  readonly table: string;
}

export function namesOf(module: string, entity: string, title: string): Names {
  if (!/^[a-z]+$/.test(module) || !/^[a-z]+(-[a-z]+)*$/.test(entity) || !title) {
    throw new Error("usage: npm run new-entity <module> <entity-in-kebab-case> <中文名称>");
  }
  const pascal = pascalOf(entity);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { module, entity, title, pascal, camel, table: entity.replaceAll("-", "_") };
}

export function pascalOf(kebab: string): string {
  return kebab.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
}
