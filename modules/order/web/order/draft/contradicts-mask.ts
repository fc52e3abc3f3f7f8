/** Whether a name cannot become the one behind a mask such as 张**, however it is typed on (OR-R1). */
export const contradictsMask = (typed: string, masked: string): boolean => {
  const shown = [...masked];
  const isUnlike = (letter: string, at: number) => shown[at] === undefined || ![letter, "*"].includes(shown[at]);
  return [...typed].some(isUnlike);
};
