// Small drawings instead of letters and signs that every system draws its own way. Beside words, or in a button that has a
// name of its own: a screen reader passes them over.

import styles from "./Icon.module.css";

const PATHS = {
  home: "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-5.5h4V20",
  settings:
    "M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M18.4 5.6l-1.8 1.8M7.4 16.6l-1.8 1.8",
  help: "M9 9.2a3 3 0 1 1 4.6 2.6c-1 .7-1.6 1.2-1.6 2.4M12 17.5v.2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  snow: "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5M4 11l3.4-1L6.5 6.6M20 13l-3.4 1 .9 3.4M20 11l-3.4-1 .9-3.4M4 13l3.4 1-.9 3.4",
  deck: "M7 7.5h10.5V21H7zM5 18V5.2h10.5M12.2 11v6.5M9.4 12.6l5.6 3.3M15 12.6l-5.6 3.3",
  stick: "M9.5 3h5v18h-5zM9.5 8.5h5M9.5 13.5h5M11 18h2M12 10v2.2M10.9 11.1h2.2",
  levels: "M12 4 3.5 8.3 12 12.6l8.5-4.3zM3.5 12.3 12 16.6l8.5-4.3M3.5 16.2 12 20.5l8.5-4.3",
  photo: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7",
  close: "M6 6l12 12M18 6 6 18",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" data-icon={name} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
