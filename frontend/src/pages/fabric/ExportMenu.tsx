// Export: the fabric as files of other tools; what each holds and leaves out is said before it is written.
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { fabrics } from "../../api/calls";
import { useExports } from "../../api/queries";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";
import styles from "./fabric.module.css";
import type { Editor } from "./useEditor";

export function ExportMenu({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      whole.current?.querySelector("button")?.focus();
    };
    addEventListener("pointerdown", outside);
    addEventListener("focusin", outside);
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("focusin", outside);
      removeEventListener("keydown", leave);
    };
  }, [open]);
  return (
    <div className={styles.export} ref={whole}>
      <button
        type="button"
        className="btn"
        aria-expanded={open}
        aria-controls="export-formats"
        onClick={() => setOpen(!open)}
      >
        <Icon name="download" />
        Export
      </button>
      {open && <Formats editor={editor} />}
    </div>
  );
}

function Formats({ editor }: { editor: Editor }) {
  const navigate = useNavigate();
  const bill = `/f/${editor.saved.id}/bill`;
  const formats = useExports();
  const count = useMutation({ mutationFn: editor.settle, onSuccess: () => navigate(bill) });
  const write = useMutation({
    mutationFn: async (format: string) => {
      const { id } = await editor.settle();
      return fabrics.exported(id, format);
    },
  });
  return (
    <section id="export-formats" className={styles.formats} aria-label="Export">
      <div className="panel-head">
        <h2>Export</h2>
        <small>the saved fabric, as files of other tools</small>
      </div>
      {count.isError && <ProblemSays error={count.error} />}
      {write.isError && <ProblemSays error={write.error} />}
      {write.isPending && <p className="says t-2">Writing the files</p>}
      {write.isSuccess && (
        <p className="says" role="status">
          <Icon name="check" className="t-ok" />
          {write.data} was written.
        </p>
      )}
      {formats.isError && <ProblemSays error={formats.error} />}
      <ul className="scroll">
        <li>
          <Link
            to={bill}
            onClick={(event) => {
              event.preventDefault(); // what is counted is what is saved
              count.mutate();
            }}
          >
            Bill of materials
          </Link>
          <p>
            A page, and a CSV: parts, prices by a list of yours, power and rack units, per tier and in all.
          </p>
        </li>
        {formats.data?.map((format) => (
          <li key={format.name}>
            <button
              type="button"
              aria-describedby={`export-${format.name}`}
              disabled={write.isPending}
              onClick={() => write.mutate(format.name)}
            >
              {format.title}
            </button>
            <p id={`export-${format.name}`}>{format.says}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
