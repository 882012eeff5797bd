// The icons: 16 px, one stroke. An icon alone is hidden from readers; its control carries the name.

const PATHS = {
  mark: "M1.5 3.5v9M5.500 3.500v9M10.500 3.500v9M14.500 3.500v9M1 11c3.500 0 3.500-6 7-6s3.500 6 7 6M1 5c3.500 0 3.500 6 7 6s3.500-6 7-6",
  plus: "M8 3v10M3 8h10",
  download: "M8 2.500v7.500M4.800 7 8 10.200 11.200 7M3 13.500h10",
  upload: "M8 10V2.500M4.800 5.700 8 2.500l3.200 3.200M3 13.500h10",
  close: "M4 4l8 8M12 4l-8 8",
  check: "M3 8.500l3.300 3.300L13 4.800",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  undo: "M6 3 3 6l3 3M3.300 6H9.500a3.500 3.500 0 0 1 0 7H7",
  redo: "M10 3l3 3-3 3M12.700 6H6.500a3.500 3.500 0 0 0 0 7H9",
  play: "M5 3.200v9.600L12.500 8z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  stop: "M4 4h8v8H4z",
  stepBack: "M11.500 3.500 6 8l5.500 4.500zM4 3.500v9",
  stepOn: "M4.500 3.500 10 8l-5.500 4.500zM12 3.500v9",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.900M4.300 11.700l-.9.900",
  moon: "M13 9.600A5.500 5.500 0 1 1 6.400 3a4.400 4.400 0 0 0 6.600 6.600z",
  cursor: "M4 2.500l8 5.300-3.700.8L6.500 12z",
  hand: "M5.500 8V4.300a1 1 0 0 1 2 0V7M7.500 7V3.300a1 1 0 0 1 2 0V7M9.500 7V4.300a1 1 0 0 1 2 0v4.200c0 3-1.500 5-4 5-2 0-2.800-1-3.700-2.800L2.700 8.600c-.4-1 .8-1.600 1.500-.8L5.500 9.300",
  cable: "M3 11.500h2.500v-2H3zM10.500 6.500H13v-2h-2.500zM5.500 10.500c3.500 0 1.500-5 5-5",
  fit: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10",
  trash: "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.6 8.500h5.800l.6-8.500M6.800 7v3.500M9.200 7v3.500",
  error: "M8 1.800 14.200 8 8 14.200 1.800 8zM8 5.200v3.300M8 10.600v.1",
  warning: "M8 2.300 14.500 13.500h-13zM8 6.300v3.400M8 11.600v.1",
  note: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.400v3.600M8 5.100v.1",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.300 10.300l3.200 3.200",
  broken: "M5 5l6 6M11 5l-6 6M1.500 8h2M12.500 8h2",
  fault: "M2 4.500 6.500 8 2 11.500zM14 4.500 9.500 8l4.500 3.500z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className ? `icon ${className}` : "icon"} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
