// A seat's colour as a small cube face: the colour and its mark, since colour is never the only sign.

const MARKS: Record<string, string> = {
  white: "M12 6.6a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 0 0 0-10.8z",
  brown: "M7 7l10 10M17 7L7 17",
  yellow: "M12 6.5l5.8 10.5H6.2z",
  blue: "M7.2 7.2h9.6v9.6H7.2z",
};

export function SeatMark({ seat }: { seat: string }) {
  return (
    <svg className={`home-mark home-mark-${seat}`} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="5" />
      {MARKS[seat] && <path d={MARKS[seat]} />}
    </svg>
  );
}
