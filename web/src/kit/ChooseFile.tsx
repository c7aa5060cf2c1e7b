// A button that takes a file of ours from somebody's disk.

import { useRef } from "react";

interface ChooseFileProps {
  label: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
}

export function ChooseFile({ label, disabled = false, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        data-do="bring"
        disabled={disabled}
        onClick={() => input.current!.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = ""; // the same one may be chosen again
          if (chosen) onChoose(chosen);
        }}
      />
    </>
  );
}
