import { type ChildProcess, fork, type StdioOptions } from "node:child_process";
import type { Server } from "node:net";
import { serverEnvironment, serverFlags } from "../tests/faults/server-flags.ts";
import { profileSelf } from "./servers/profile.ts";

/** A program of the benchmark in a process of its own, asked by messages. */
export class Child {
  readonly #process: ChildProcess;
  #asked = 0;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Starts the program and waits for its first message. */
  static async start<Ready>(file: string, given: object): Promise<{ child: Child; ready: Ready }> {
    // to see where the time goes: BENCH_PROFILE=ours npm run bench
    const profiled = file.endsWith(`/${process.env["BENCH_PROFILE"]}.ts`);
    const execArgv = [...serverFlags, ...(profiled ? ["--cpu-prof", "--cpu-prof-dir=.cache/profiles"] : [])];
    const env = { ...process.env, ...serverEnvironment };
    const stdio: StdioOptions = ["ignore", "ignore", "inherit", "ipc"];
    const forked = fork(file, [JSON.stringify(given)], { stdio, execArgv, env });
    const child = new Child(forked);
    const ready = await child.#next<Ready>((message) => "ready" in message);
    return { child, ready };
  }

  async ask<Answer>(question: object): Promise<Answer> {
    const id = ++this.#asked;
    const answer = this.#next<Answer>((message) => message["id"] === id);
    this.#process.send({ id, ...question });
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.disconnect();
    await gone;
  }

  #next<T>(isIt: (message: Record<string, unknown>) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const listen = (message: Record<string, unknown>) => {
        if (!isIt(message)) return;
        this.#process.off("message", listen).off("exit", fail);
        resolve(message as T);
      };
      const fail = (code: number | null) => reject(new Error(`a process of the benchmark ended with ${code}`));
      this.#process.on("message", listen).once("exit", fail);
    });
  }
}

export interface Usage {
  /** Of this process, user and system together. */
  readonly cpuMicroseconds: number;
  readonly rssMb: number;
}

/** What such a program does: tells that it is ready, answers questions, profiles itself, ends with its parent. */
export function serveParent<Question extends object>(
  ready: object,
  answer: (question: Question) => Promise<object>,
  close: () => Promise<void>,
): void {
  process.on("message", (message: Question & { id: number; profile?: "begin" | "end" }) => {
    const answering = message.profile ? profileSelf(message.profile) : answer(message);
    answering.then((answered) => process.send?.({ ...answered, id: message.id }));
  });
  process.once("disconnect", () => void close().then(() => process.exit(0)));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.disconnect?.());
  process.send?.({ ready: true, ...ready });
}

export function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicroseconds: user + system, rssMb: Math.round(process.memoryUsage.rss() / 1_048_576) };
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

export function given<T>(): T {
  return JSON.parse(process.argv[2] ?? "{}");
}
