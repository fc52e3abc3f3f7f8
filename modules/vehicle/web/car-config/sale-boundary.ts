/** A sale begins and ends with a day as a rule: a midnight is shown as its day, any other instant whole. */
export const saleBoundary = (time: string): string => (time.endsWith(" 00:00:00") ? time.slice(0, 10) : time);
