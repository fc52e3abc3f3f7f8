/** The logo of the product, a car under a road. It is decorative, because the name is beside it. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <rect width="26" height="26" rx="6" fill="var(--ant-color-primary)" />
      <path d="M5.5 15.2a7.6 7.6 0 0 1 15 0" fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
      <circle cx="9.6" cy="16.6" r="2" fill="#fff" />
      <circle cx="16.4" cy="16.6" r="2" fill="#fff" />
    </svg>
  );
}
