import { pathToFileURL } from "node:url";
import { z } from "zod";
import { valueImports } from "../../scripts/measures/rooms.ts";
import { filesOf, isForTests, root, textOf } from "./repository.ts";

export type Needs = ReadonlyMap<string, readonly string[]>;

const noRooms = new Set(["demo", "migrations"]);

/** Maps every file of a module to the files whose values it imports. */
export function needsOf(module: string): Needs {
  const files = filesOf(`modules/${module}/**/*.{ts,tsx}`).filter((file) => !isForTests(file));
  return new Map(files.map((file) => [file, valueImports(file, textOf(file))]));
}

/** The rooms of a module, lowest first. */
export async function orderOf(module: string): Promise<readonly string[]> {
  const file = `modules/${module}/rooms.ts`;
  const { rooms } = z.looseObject({ rooms: z.array(z.string()) }).parse(await import(pathToFileURL(root + file).href));
  return rooms;
}

/** Finds the side and the room of a file: `modules/partner/server/staff/list.ts` is in the room `staff`. */
function placeOf(file: string): { side: string; room: string | null } | null {
  const [, side = "", first = "", inside] = /^modules\/[^/]+\/(contract|server|web)\/([^/]+)(\/.*)?$/.exec(file) ?? [];
  return side === "" ? null : { side, room: inside === undefined ? null : first };
}

/** Finds differences between the folders of the three sides and the list of the rooms. */
export function findStrayRooms(rooms: readonly string[], files: readonly string[]): string[] {
  const folders = new Set(files.flatMap((file) => placeOf(file)?.room ?? []).filter((room) => !noRooms.has(room)));
  const repeated = rooms.filter((room, at) => rooms.indexOf(room) !== at);
  return [
    ...[...folders].filter((folder) => !rooms.includes(folder)).map((folder) => `${folder} is not listed`),
    ...rooms.filter((room) => !folders.has(room)).map((room) => `${room} has no folder`),
    ...repeated.map((room) => `${room} is listed twice`),
  ];
}

/**
 * Finds imports that go up: from a room to a higher one, from a room to the demo data, or to a file beside the rooms
 * that itself needs a room. Such files belong to the door (`index.ts`, `pages.ts`). All other files beside the rooms
 * count as below them.
 */
export function findUpwardNeeds(rooms: readonly string[], needs: Needs): string[] {
  const door = doorFiles(needs);
  const heightOf = (file: string) => {
    const room = placeOf(file)?.room ?? null;
    if (room === null) return door.has(file) ? rooms.length + 1 : -1;
    return room === "demo" ? rooms.length : rooms.indexOf(room);
  };
  return [...needs].flatMap(([from, targets]) =>
    targets
      .filter((to) => placeOf(from)?.side === placeOf(to)?.side && heightOf(to) > heightOf(from))
      .map((to) => `${from} needs ${to}`),
  );
}

/** Finds files beside the rooms that need a room, directly or through another file. */
function doorFiles(needs: Needs): Set<string> {
  const beside = [...needs].filter(([file]) => placeOf(file)?.room === null);
  const door = new Set<string>();
  for (let before = -1; before < door.size; ) {
    before = door.size;
    for (const [file, targets] of beside) {
      const { side } = placeOf(file) ?? {};
      const isAbove = (to: string) => door.has(to) || typeof placeOf(to)?.room === "string";
      if (targets.some((to) => placeOf(to)?.side === side && isAbove(to))) door.add(file);
    }
  }
  return door;
}
