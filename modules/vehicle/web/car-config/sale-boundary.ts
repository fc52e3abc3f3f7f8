/** Shows midnight as a day, because sales usually begin and end with a day. Any other time is shown in full. */
export const saleBoundary = (time: string): string => (time.endsWith(" 00:00:00") ? time.slice(0, 10) : time);
