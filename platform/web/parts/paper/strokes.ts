interface InkPoint {
  readonly x: number;
  readonly y: number;
}

/** A line drawn without lifting the pen. */
export type Stroke = readonly InkPoint[];

export const SIGNATURE_WIDTH = 480;
export const SIGNATURE_HEIGHT = 160;

/** A tremor of the hand is no new point. */
const LEAST_STEP = 2;
/** A signature is longer than a dot or a slip of the pen. */
const LEAST_INK = 120;

const distance = (one: InkPoint, other: InkPoint) => Math.hypot(one.x - other.x, one.y - other.y);
const round = (value: number) => Math.round(value * 10) / 10;

/** The stroke with one more point, if the pen has moved. */
export function extendStroke(stroke: Stroke, point: InkPoint): Stroke {
  const last = stroke.at(-1);
  return last && distance(last, point) < LEAST_STEP ? stroke : [...stroke, point];
}

/** Whether there is enough ink to be a signature. */
export function isSigned(strokes: readonly Stroke[]): boolean {
  const lengthOf = (stroke: Stroke) =>
    stroke.reduce((sum, point, at) => sum + distance(stroke[at - 1] ?? point, point), 0);
  return strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= LEAST_INK;
}

/** A smooth line: curves from middle to middle, bent at the points. */
export function pathOf(stroke: Stroke): string {
  const [first, ...rest] = stroke.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  if (!first) return "";
  if (rest.length === 0) return `M${first.x} ${first.y}h0.1`;
  const curves = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point;
    return `Q${point.x} ${point.y} ${round((point.x + next.x) / 2)} ${round((point.y + next.y) / 2)}`;
  });
  const last = rest.at(-1) ?? first;
  return `M${first.x} ${first.y}${curves.join("")}L${last.x} ${last.y}`;
}
