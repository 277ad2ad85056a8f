import { Icon } from "./icon.tsx";

export interface ProgressMark {
  at: 25 | 50 | 75;
  label: string;
  reached: boolean;
}

interface ProgressBarProps {
  percentage: number;
  label: string;
  valueText: string;
  marks: ProgressMark[];
}

/** `percentage` is from 0 to 100; a screen reader says `valueText` instead of the bare number. */
export function ProgressBar({ percentage, label, valueText, marks }: ProgressBarProps) {
  const value = Math.min(100, Math.max(0, percentage));
  return (
    <div
      className="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={valueText}
    >
      <i className="under" />
      <svg className="over" width={`${value}%`} height="22" aria-hidden="true" />
      {marks.map((mark) => (
        <span
          key={mark.at}
          className="milestone-mark"
          data-at={mark.at}
          data-label={mark.label}
          data-reached={mark.reached ? "" : undefined}
        >
          <Icon name="tick" />
        </span>
      ))}
    </div>
  );
}

export function ProgressBarSkeleton() {
  return (
    <div className="progress-bar" aria-hidden="true">
      <i className="under" />
    </div>
  );
}
