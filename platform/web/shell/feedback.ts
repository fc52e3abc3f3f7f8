import type { App } from "antd";

type Feedback = Pick<ReturnType<typeof App.useApp>, "message" | "notification" | "modal">;

let held: Feedback | undefined;

/** Set once by the root, inside antd's App, so that code outside components speaks through the same theme. */
export function holdFeedback(feedback: Feedback): void {
  held = feedback;
}

function current(): Feedback {
  if (!held) throw new Error("feedback is used before the root has rendered");
  return held;
}

export const feedback = {
  get message() {
    return current().message;
  },
  get notification() {
    return current().notification;
  },
  get modal() {
    return current().modal;
  },
};
