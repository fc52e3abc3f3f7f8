import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Plugin } from "vite";

/** A script of the build: its sources, and what a browser loads with it. */
export interface BuiltFile {
  readonly file: string;
  readonly isEntry: boolean;
  /** The sources, from the root of the repository. */
  readonly sources: readonly string[];
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

/** Writes the sources of the built files beside the build, for the check of sizes. */
export function fileMap(root: string, target: string): Plugin {
  return {
    name: "file-map",
    apply: "build",
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const files = chunks.map(
        ({ fileName, isEntry, modules, imports, viteMetadata }): BuiltFile => ({
          file: fileName,
          isEntry,
          imports,
          styles: [...(viteMetadata?.importedCss ?? [])],
          sources: Object.keys(modules).map((id) => (id.startsWith("/") ? relative(root, id) : id)),
        }),
      );
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, JSON.stringify(files, null, 1));
    },
  };
}
