// The few kinds of control the pages before the game are made of: all of them native, so that keyboard and screen
// readers work as everywhere else.

import { useId, type ReactNode } from "react";
import { tAny } from "../words/words";
import styles from "./Fields.module.css";

export interface Choice<T> {
  value: T;
  label: string;
  line?: string;
  mark?: ReactNode;
}

/** One of several, each with a line that explains it; `compact` is a row of short ones. */
export function Choices<T extends string | number>({
  legend,
  value,
  choices,
  onChange,
  compact = false,
}: {
  legend: string;
  value: T;
  choices: Choice<T>[];
  onChange: (value: T) => void;
  compact?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={compact ? `${styles.choices} ${styles.compact}` : styles.choices}>
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-describedby={choice.line ? `${name}-${choice.value}` : undefined}
            />
            <span>
              <b>
                {choice.mark}
                {choice.label}
              </b>
              {choice.line && <small id={`${name}-${choice.value}`}>{choice.line}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Yes or no, with a line that explains it. */
export function Check({
  label,
  line,
  checked,
  onChange,
}: {
  label: string;
  line?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={line ? id : undefined}
      />
      <span>
        <b>{label}</b>
        {line && <small id={id}>{line}</small>}
      </span>
    </label>
  );
}

/** One of several in a native list. */
export function Pick({
  label,
  value,
  options,
  onChange,
  hidden = false,
}: {
  label: string;
  value: string;
  options: { value: string; label: string; disabled?: boolean }[];
  onChange: (value: string) => void;
  /** The label is read out but not shown, where the place says what it is. */
  hidden?: boolean;
}) {
  return (
    <label className={styles.field}>
      <span className={hidden ? "visually-hidden" : undefined}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A line of text. */
export function Line({
  label,
  value,
  onChange,
  onBlur,
  most,
  placeholder,
  line,
  hidden = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  most: number;
  placeholder?: string;
  line?: string;
  hidden?: boolean;
}) {
  const id = useId();
  return (
    <label className={styles.field}>
      <span className={hidden ? "visually-hidden" : undefined}>{label}</span>
      <input
        type="text"
        value={value}
        maxLength={most}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-describedby={line ? id : undefined}
      />
      {line && <small id={id}>{line}</small>}
    </label>
  );
}

/** A refusal in words. */
export function Problem({ code }: { code: string | null }) {
  return (
    <div role="alert" className={styles.problem}>
      {code && <p>{tAny(`error.${code}`, "error.other")}</p>}
    </div>
  );
}
