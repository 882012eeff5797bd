// Fields of the columns: words left, control right, what is wrong below. What was typed stays, right or wrong.
import { type ReactNode, useEffect, useId, useState } from "react";
import { plain } from "../numbers/format";
import { Explained, type Explanation } from "./Explained";
import { Icon } from "./Icon";

interface RowProps {
  label: string;
  htmlFor?: string;
  error?: string;
  errorId?: string;
  /** What the words mean, shown while they are pointed at. */
  explained?: Explanation;
  children: ReactNode;
}

/** A row of words and anything. */
export function FieldRow({ label, htmlFor, error, errorId, explained, children }: RowProps) {
  const words = explained ? <Explained {...explained}>{label}</Explained> : label;
  return (
    <div className="field">
      {htmlFor ? (
        <label className="field-label" htmlFor={htmlFor}>
          {words}
        </label>
      ) : (
        <span className="field-label">{words}</span>
      )}
      <div style={{ minWidth: 0 }}>{children}</div>
      {error && (
        <div className="field-error" id={errorId} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

/** A value that is only read: its figure, and what it is or where it comes from in small print. */
export function Said({ label, value, small }: { label: string; value: ReactNode; small?: ReactNode }) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span className="said">
        <span className="clip">{value}</span>
        {small && <small>{small}</small>}
      </span>
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  error?: string;
  placeholder?: string;
  maxLength?: number;
  explained?: Explanation;
  onCommit(value: string): void;
}

/** A line of text, given on Enter or when the field is left; Escape brings the old value back. */
export function TextField({
  label,
  value,
  error,
  placeholder,
  maxLength = 200,
  explained,
  onCommit,
}: TextProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = () => {
    if (typed !== value) onCommit(typed);
  };
  return (
    <FieldRow {...{ label, error, explained }} htmlFor={id} errorId={`${id}-error`}>
      <div className={error ? "box wrong" : "box"}>
        <input
          id={id}
          value={typed}
          placeholder={placeholder}
          maxLength={maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
            if (event.key === "Escape") setTyped(value);
          }}
        />
      </div>
    </FieldRow>
  );
}

interface Bounds {
  label: string;
  value: number | null;
  unit?: string;
  minimum?: number;
  maximum?: number;
  wholeOnly?: boolean;
  error?: string;
  explained?: Explanation;
}

/** Only a number is a value; null has not been given yet. */
interface Needed extends Bounds {
  emptyAs?: undefined;
  onChange(value: number): void;
}

/** Empty is a value: null (unknown). */
interface Optional extends Bounds {
  emptyAs: string;
  onChange(value: number | null): void;
}

type NumberProps = Needed | Optional;

function wrongNumber(
  text: string,
  { minimum, maximum, wholeOnly, emptyAs }: NumberProps,
): string | undefined {
  if (text.trim() === "") return emptyAs === undefined ? "A number is needed." : undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return `“${text}” is not a number.`;
  if (wholeOnly && !Number.isInteger(value)) return "A whole number is needed.";
  if (minimum !== undefined && value < minimum) return `At least ${plain(minimum)}.`;
  if (maximum !== undefined && value > maximum) return `At most ${plain(maximum)}.`;
  return undefined;
}

/** A number within its bounds. Each right number is given at once; a wrong one stays in the field with its reason. */
export function NumberField(props: NumberProps) {
  const { label, value, unit, emptyAs } = props;
  const id = useId();
  const shown = value === null ? "" : String(value);
  const [typed, setTyped] = useState(shown);
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    setTyped((old) => (Number(old) === value && old.trim() !== "" ? old : shown));
    setDirty(false);
  }, [value, shown]);
  const wrong = dirty ? wrongNumber(typed, props) : undefined;
  const error = wrong ?? props.error;
  return (
    <FieldRow label={label} htmlFor={id} error={error} errorId={`${id}-error`} explained={props.explained}>
      <div className={error ? "box wrong" : "box"}>
        <input
          id={id}
          inputMode="decimal"
          value={typed}
          placeholder={emptyAs}
          aria-invalid={error ? true : undefined}
          data-wrong={wrong ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            setDirty(true);
            if (wrongNumber(text, props) !== undefined) return;
            if (text.trim() !== "") props.onChange(Number(text));
            else if (props.emptyAs !== undefined) props.onChange(null);
          }}
        />
        {unit && <span className="unit">{unit}</span>}
      </div>
    </FieldRow>
  );
}

/** A share, read and typed in per cent. */
export function PercentField({ value, onChange, ...bounds }: Omit<Needed, "emptyAs"> & { value: number }) {
  const percent = Number((value * 100).toPrecision(6));
  return <NumberField {...bounds} value={percent} onChange={(typed) => onChange(typed / 100)} />;
}

const MOST_SEED = 2 ** 32 - 1;

/** What turns the dice, or the hash. */
export function SeedField({ label, value, onChange }: Pick<Needed, "label" | "value" | "onChange">) {
  return <NumberField {...{ label, value, onChange }} minimum={0} maximum={MOST_SEED} wholeOnly />;
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  error?: string;
  explained?: Explanation;
  onChange(value: T): void;
}

/** One of many, in the browser's own list. */
export function SelectField<T extends string>(props: SelectProps<T>) {
  const { label, value, options, error, explained, onChange } = props;
  const id = useId();
  return (
    <FieldRow {...{ label, error, explained }} htmlFor={id} errorId={`${id}-error`}>
      <div className={error ? "box wrong" : "box"}>
        <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </div>
    </FieldRow>
  );
}
