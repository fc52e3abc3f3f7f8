/** The results of a replayed message. */
export const endWords = { applied: "已应用", ignored: "已忽略", waiting: "等待建档", failed: "失败" } as const;
