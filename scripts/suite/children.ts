import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The running programs. Each is the head of a process group. */
const running = new Set<ChildProcess>();
/** After a signal nothing more is started, although the parts of the suite see their programs end and go on. */
let isEnding = false;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly longestMs: number;
  /** Whether only its errors are of interest. */
  readonly isQuiet?: boolean;
}

/** Runs a program with our own output. If it hangs, it is ended with everything that it has started. */
export function runProgram({ command, args, cwd, env, longestMs, isQuiet = false }: Program): Promise<number> {
  if (isEnding) return Promise.resolve(1);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", isQuiet ? "ignore" : "inherit", "inherit"],
      detached: true,
    });
    running.add(child);
    const limit = setTimeout(() => {
      console.log(`✖ ${command} ran longer than ${longestMs / 60_000} minutes and is stopped`);
      endWhole(child);
    }, longestMs);
    const end = (code: number) => {
      clearTimeout(limit);
      running.delete(child);
      resolve(code);
    };
    child.once("error", (error) => {
      console.log(`✖ ${error.message}`);
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

/** Ends all running programs with everything that they have started, so that nothing of a suite outlives it. */
export function endPrograms(): void {
  isEnding = true;
  for (const child of running) endWhole(child);
}

/** Ends a program and its descendants, including those in other process groups such as the servers of page tests. */
function endWhole({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const group of new Set([pid, ...groupsBelow(pid)])) {
    try {
      process.kill(-group, "SIGKILL");
    } catch {
      // it has ended meanwhile
    }
  }
}

/** Finds the process groups below a process. Only Linux tells them. */
function groupsBelow(pid: number): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(parentAndGroup);
  const below = (parent: number): number[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one.group, ...below(one.pid)]);
  return below(pid);
}

function parentAndGroup(name: string): { pid: number; parent: number; group: number }[] {
  try {
    const [, parent, group] = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    return parent && group ? [{ pid: Number(name), parent, group }] : [];
  } catch {
    return []; // it has ended meanwhile
  }
}
