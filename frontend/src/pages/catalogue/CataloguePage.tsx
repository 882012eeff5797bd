// The catalogue: what can be bought and what a person has added, with the source of each figure; and their prices.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { deviceTypes } from "../../api/calls";
import { keys, useCatalogue, useOwnTypes } from "../../api/queries";
import type { OwnDeviceType } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { draftOf, newDraft, partNumberOf, type TypeDraft } from "../../catalogue/draft";
import { entriesOf, NO_FILTER, passes } from "../../catalogue/entries";
import { counted } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import { SideColumn } from "../../parts/SideColumn";
import { CatalogueTables } from "./CatalogueTables";
import styles from "./catalogue.module.css";
import { DataSheet } from "./DataSheet";
import { PriceSheet } from "./PriceSheet";
import { Shelves } from "./Shelves";
import { TypeForm } from "./TypeForm";
import { usePriceSheets } from "./usePriceSheets";

interface Editing {
  record: OwnDeviceType | null;
  start: TypeDraft;
}

export default function CataloguePage() {
  const client = useQueryClient();
  const catalogue = useCatalogue();
  const own = useOwnTypes();
  const prices = usePriceSheets();
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState(NO_FILTER);
  const [editing, setEditing] = useState<Editing | null>(null);
  const entries = useMemo(
    () => (catalogue.data ? entriesOf(catalogue.data, own.data?.results ?? []) : []),
    [catalogue.data, own.data],
  );
  const shown = useMemo(() => entries.filter((entry) => passes(entry, filter)), [entries, filter]);
  const chosen = search.get("item");
  const entry = entries.find(({ id }) => id === chosen) ?? null;
  const pick = (id: string | null) => {
    setEditing(null);
    setSearch(id ? { item: id } : {}, { replace: true });
  };
  const taken = useMemo(
    () => new Set(entries.filter(({ id }) => id !== editing?.record?.document.id).map(({ id }) => id)),
    [entries, editing],
  );
  const problem = catalogue.error ?? own.error;
  return (
    <div className="app">
      <TopBar
        title="Catalogue"
        crumb={<h1>Catalogue</h1>}
        actions={
          <button
            type="button"
            className={editing || prices.sheet ? "btn" : "btn main"}
            onClick={() => {
              prices.close();
              setEditing({ record: null, start: newDraft("switch") });
            }}
          >
            <Icon name="plus" />
            New device type
          </button>
        }
      />
      <main className={styles.page}>
        <SideColumn side="left" label="Shelves and prices">
          <Shelves
            entries={entries}
            filter={filter}
            lists={prices.all}
            inUse={prices.inUse}
            uploadProblem={prices.upload.error}
            onFilter={(next) => {
              prices.close();
              setFilter(next);
            }}
            onUse={prices.use}
            onOpen={(id) => {
              setEditing(null);
              prices.open(id);
            }}
            onUpload={(file) => {
              setEditing(null);
              prices.upload.mutate(file);
            }}
            onNew={() => {
              setEditing(null);
              prices.openNew();
            }}
          />
        </SideColumn>
        {prices.sheet ? (
          <PriceSheet
            key={prices.sheet.record?.id ?? prices.sheet.read?.file ?? "new"}
            start={prices.sheet.start}
            read={prices.sheet.read}
            entries={entries}
            onKeep={prices.keep}
            onRemove={prices.sheet.record ? prices.remove : undefined}
            onClose={prices.close}
          />
        ) : (
          <section className={styles.middle} aria-label="What can be bought">
            <div className={styles.bar}>
              <div className={`box ${styles.find}`}>
                <Icon name="search" />
                <input
                  type="search"
                  aria-label="Find in the catalogue"
                  placeholder="Find by name, part number or source"
                  value={filter.words}
                  onChange={(event) => setFilter({ ...filter, words: event.target.value })}
                />
              </div>
              <span className="note">
                {shown.length === entries.length
                  ? counted(entries.length, "type")
                  : `${shown.length} of ${counted(entries.length, "type")}`}
              </span>
              <span className="grow" />
              <span className="note">
                Figures marked “assumed” have no primary source. Prices: {prices.inUse?.name ?? "catalogue"}.
              </span>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
            <div className="scroll" tabIndex={0}>
              {Boolean(problem) && <ProblemSays error={problem} />}
              {catalogue.isPending && <Waiting what="Asking for the catalogue" />}
              {catalogue.data && shown.length === 0 && (
                <Nothing
                  isOwn={filter.kind === "own" && !filter.words}
                  onNew={() => setEditing({ record: null, start: newDraft("switch") })}
                  onClear={() => setFilter(NO_FILTER)}
                />
              )}
              <CatalogueTables
                entries={shown}
                selected={editing ? null : chosen}
                list={prices.inUse}
                onPick={pick}
              />
            </div>
          </section>
        )}
        <SideColumn side="right" label="Data sheet" key={editing ? "form" : "sheet"}>
          {editing ? (
            <TypeForm
              key={editing.record?.id ?? editing.start.id}
              record={editing.record}
              start={editing.start}
              taken={taken}
              onDone={(kept) => pick(kept.document.id)}
              onCancel={() => setEditing(null)}
            />
          ) : entry ? (
            <DataSheet
              key={entry.id}
              entry={entry}
              list={prices.inUse}
              profiles={catalogue.data?.aggregation_profiles ?? []}
              onPrice={(price) => prices.setPrice(entry.id, price)}
              onEdit={() =>
                entry.own && setEditing({ record: entry.own, start: draftOf(entry.own.document) })
              }
              onCopy={() => {
                if (entry.kind !== "switch" && entry.kind !== "server") return;
                const name = `My ${entry.name.split(", ")[0]}`;
                const start = { ...draftOf(entry.type), name, id: partNumberOf(name) };
                setEditing({ record: null, start });
              }}
              onRemove={async () => {
                if (!entry.own) return;
                await deviceTypes.remove(entry.own.id);
                await client.invalidateQueries({ queryKey: keys.deviceTypes });
                pick(null);
              }}
            />
          ) : (
            <Empty title="A data sheet">
              <p>
                Choose a line: its front, every figure and where that is written stand here. What is missing
                you add as a type of your own; it is then in the palette of every fabric.
              </p>
            </Empty>
          )}
        </SideColumn>
      </main>
    </div>
  );
}

interface NothingProps {
  isOwn: boolean;
  onNew(): void;
  onClear(): void;
}

function Nothing({ isOwn, onNew, onClear }: NothingProps) {
  return (
    <Empty title={isOwn ? "None of your own yet" : "Nothing like that"}>
      <p>
        {isOwn
          ? "Add the switches and servers that you have and the catalogue lacks."
          : "No type has all of that. Take a word or a filter away, or add the type yourself."}
      </p>
      <span className="row">
        <button type="button" className="btn" onClick={onNew}>
          New device type
        </button>
        {!isOwn && (
          <button type="button" className="btn" onClick={onClear}>
            Show everything
          </button>
        )}
      </span>
    </Empty>
  );
}
