import type { App } from "antd";

type Feedback = Pick<ReturnType<typeof App.useApp>, "message" | "notification" | "modal">;

let held: Feedback | undefined;

/** Set once by the root inside of antd's App, so that code outside of components uses the same theme. */
export function holdFeedback(feedback: Feedback): void {
  held = feedback;
}

function requireFeedback(): Feedback {
  if (!held) throw new Error("feedback is used before the root has rendered");
  return held;
}

export const feedback = {
  get message() {
    return requireFeedback().message;
  },
  get notification() {
    return requireFeedback().notification;
  },
  get modal() {
    return requireFeedback().modal;
  },
};
