// Home: go on with what was last touched, start from a template or a file, and see what runs.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { fabrics } from "../../api/calls";
import { keys, useFabrics, useRuns } from "../../api/queries";
import { TopBar } from "../../app/TopBar";
import { DropZone, useFileDrop } from "../../parts/DropZone";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";
import { handOver } from "../import/handed_over";
import { blankFabric } from "./blank";
import styles from "./home.module.css";
import { RecentFabrics } from "./RecentFabrics";
import { RunStrip } from "./RunStrip";
import { Templates } from "./Templates";

export function HomePage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useFabrics();
  const runs = useRuns(undefined, 20);
  const [template, setTemplate] = useState<string | null>(null);
  const blank = useMutation({
    mutationFn: () => fabrics.create("Untitled fabric", blankFabric()),
    onSuccess: (fabric) => {
      client.setQueryData(keys.fabric(fabric.id), fabric);
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      navigate(`/f/${fabric.id}`);
    },
  });
  const takeFiles = (files: File[]) => {
    handOver(files);
    navigate("/import");
  };
  const { handlers } = useFileDrop(takeFiles);
  return (
    <div className="app" {...handlers}>
      <TopBar
        title="Twinloom"
        crumb={<h1>Twinloom</h1>}
        actions={
          <>
            <Link className="btn" to="/import">
              Import
            </Link>
            <button
              type="button"
              className={template ? "btn" : "btn main"}
              disabled={blank.isPending}
              onClick={() => blank.mutate()}
            >
              <Icon name="plus" />
              New fabric
            </button>
          </>
        }
      />
      <main className={styles.home}>
        <div className={`${styles.column} scroll`}>
          {blank.isError && <ProblemSays error={blank.error} />}
          <RecentFabrics list={list} runs={runs.data?.results ?? []} />
          <Templates open={template} onOpen={setTemplate} onBlank={() => blank.mutate()} />
          <div style={{ margin: "20px 0 24px" }}>
            <DropZone label="Choose files" onFiles={takeFiles}>
              <b className="strong">Drop files to import.</b>{" "}
              <span className="t-2">
                Dumps, cable lists, LLDP, SONiC, Slurm, lab and simulator files. You see what was understood
                before anything is saved.
              </span>
            </DropZone>
          </div>
        </div>
        <RunStrip runs={runs} />
      </main>
    </div>
  );
}
