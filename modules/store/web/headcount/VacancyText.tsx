/** 缺编 in orange, 超编 in red. */
export function VacancyText({ vacancy }: { readonly vacancy: number }) {
  if (vacancy === 0) return <span className="seat-full">满编</span>;
  return vacancy > 0 ? (
    <span className="seat-short">缺{vacancy}</span>
  ) : (
    <span className="seat-over">超{-vacancy}</span>
  );
}
