// The fabric studio: make and find at the left, the drawing, one object or a run at the right, findings below.
import { useCallback, useMemo, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { asProblem } from "../../api/problems";
import { useFabric } from "../../api/queries";
import type { Fabric, Finding, Severity } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import type { Selected, Tool } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import {
  accept,
  addDevice,
  changeType,
  connect,
  dropIdle,
  entitle,
  isOpen,
  place,
  remove,
  replaceAll,
  setCables,
  setDevice,
  setInside,
  takeBack,
  withAcceptance,
} from "../../fabric";
import { counted, whole } from "../../numbers/format";
import { countOf } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { bodiesInWords, PodsChoice, usePods } from "../../parts/pods";
import { ProblemSays, Waiting } from "../../parts/Says";
import { SideColumn } from "../../parts/SideColumn";
import { TitleBlock } from "../../parts/TitleBlock";
import { brokenIn } from "../launch/faults";
import { LaunchPanel } from "../launch/LaunchPanel";
import { useLaunch } from "../launch/useLaunch";
import { NotFoundPage } from "../NotFoundPage";
import { gapsInWords } from "./budget";
import { CutsPanel } from "./CutsPanel";
import { ExportMenu } from "./ExportMenu";
import { FindingsStrip, type StripTab } from "./FindingsStrip";
import styles from "./fabric.module.css";
import { Generator } from "./Generator";
import { Inspector } from "./Inspector";
import { existing, marksOf, middles, withCut, withFaults } from "./marks";
import { Outline } from "./Outline";
import { Palette } from "./Palette";
import { typeIn, usePaletteTypes } from "./palette_types";
import { SaveSays } from "./SaveSays";
import { Tools } from "./Tools";
import { useEditingKeys } from "./useEditingKeys";
import { useEditor } from "./useEditor";

export default function FabricPage() {
  const { id = "" } = useParams();
  const fabric = useFabric(id);
  if (fabric.isError && asProblem(fabric.error).status === 404) return <NotFoundPage what="fabric" />;
  if (fabric.data) return <Studio opened={fabric.data} />;
  return (
    <div className="app">
      <TopBar title="Fabric" crumb={<h1>Fabric</h1>} />
      <main>
        {fabric.isError ? <ProblemSays error={fabric.error} /> : <Waiting what="Opening the fabric" />}
      </main>
    </div>
  );
}

const NOTHING: Selected = { devices: [], cables: [] };
type RightTab = "inspect" | "run";

function Studio({ opened }: { opened: Fabric }) {
  const editor = useEditor(opened);
  const { store, state, scene, layout, saved } = editor;
  const { document } = state;
  const palette = usePaletteTypes(document.device_types);
  const [search] = useSearchParams();
  const [view, setView] = useState<FabricView | null>(null);
  const [tool, chooseTool] = useState<Tool>("select");
  const [chosen, setSelected] = useState<Selected>(NOTHING);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [tab, setTab] = useState<RightTab>(search.get("run") ? "run" : "inspect");
  const [strip, setStrip] = useState<StripTab>("findings");
  const [cut, setCut] = useState<readonly string[]>([]);

  const pods = usePods(document, scene, layout, view);
  const { flyTo, show } = pods;
  const setTool = useCallback(
    (next: Tool) => {
      chooseTool(next);
      // A new device is put at a place of the sheet: pods have none.
      if (next.startsWith("add:")) show("physical");
    },
    [show],
  );

  // An undo can take away what is selected.
  const selected = useMemo(() => existing(chosen, document), [chosen, document]);
  const pick = useCallback(
    (ids: Selected, fly = true) => {
      setSelected(ids);
      setTab("inspect");
      if (fly) flyTo([...ids.devices, ...ids.cables]);
    },
    [flyTo],
  );
  const removeSelected = useCallback(() => {
    const ids = [...selected.devices, ...selected.cables];
    if (ids.length && store.perform(remove(store.getState().document, ids))) setSelected(NOTHING);
  }, [selected, store]);
  const selectDevices = useCallback((devices: string[]) => setSelected({ devices, cables: [] }), []);
  useEditingKeys({
    store,
    selected: selected.devices,
    onSelect: selectDevices,
    onRemove: removeSelected,
    onTool: setTool,
  });

  const findings = useMemo(
    () => withAcceptance(saved.findings, document.accepted),
    [saved.findings, document.accepted],
  );
  const findingMarks = useMemo(() => marksOf(findings.filter(isOpen), document), [findings, document]);
  const errors = countOf(findings, "error");
  const selectedDevices = useMemo(() => new Set(selected.devices), [selected.devices]);
  const isEmpty = document.devices.length === 0;
  const broken = useMemo(() => brokenIn(search), [search]);
  const launch = useLaunch(saved.id, search.get("run"), broken);
  const { faults } = launch.settings;
  const marks = useMemo(
    () => withCut(tab === "run" ? withFaults(findingMarks, faults) : findingMarks, cut),
    [tab, findingMarks, faults, cut],
  );
  const runWords = errors ? `Run after ${counted(errors, "error")}` : "Run";
  const showFinding = (one: Finding) => {
    setFinding(one);
    const cables = new Set(document.cables.map((cable) => cable.id));
    pick({
      devices: one.objects.filter((id) => !cables.has(id)),
      cables: one.objects.filter((id) => cables.has(id)),
    });
  };

  return (
    <div className="app">
      <TopBar
        title={document.name || saved.name}
        crumb={
          <>
            <h1>{document.name || saved.name}</h1>
            <span className="code">r{saved.revision}</span>
          </>
        }
        actions={
          <>
            <SaveSays editor={editor} />
            <button
              type="button"
              className="btn bare square"
              aria-label={`Undo${state.done.length ? `: ${state.done.at(-1)?.says}` : ""}`}
              title={state.done.at(-1)?.says ?? "Nothing to undo"}
              disabled={!state.done.length}
              onClick={store.undo}
            >
              <Icon name="undo" />
            </button>
            <button
              type="button"
              className="btn bare square"
              aria-label={`Redo${state.undone.length ? `: ${state.undone.at(-1)?.says}` : ""}`}
              title={state.undone.at(-1)?.says ?? "Nothing to do again"}
              disabled={!state.undone.length}
              onClick={store.redo}
            >
              <Icon name="redo" />
            </button>
            <ExportMenu editor={editor} />
            <button
              type="button"
              className={tab === "run" || errors ? "btn" : "btn main"}
              aria-pressed={tab === "run"}
              onClick={() => {
                if (errors) setStrip("findings");
                setTab("run");
              }}
            >
              {errors > 0 && <Icon name="error" className="t-error" />}
              {runWords}
            </button>
          </>
        }
      />
      <main>
        <div className={styles.work}>
          <SideColumn side="left" label="Make and find" className={styles.left}>
            <details className={`panel ${styles.generator}`} open={isEmpty || undefined}>
              <summary className="panel-head">
                <h2>Generate</h2>
                <small>from a template</small>
                <span className="end">
                  <Icon name="down" />
                </span>
              </summary>
              <Generator
                replaces={!isEmpty}
                onMade={(made, template) => {
                  editor.tidy();
                  setSelected(NOTHING);
                  const named = { ...made.document, name: document.name || made.document.name };
                  store.perform(replaceAll(named, `Generate ${template.title}`));
                  requestAnimationFrame(() => view?.fit());
                }}
              />
            </details>
            <section className="panel" aria-label="Add">
              <div className="panel-head">
                <h2>Add</h2>
                <small>
                  {tool.startsWith("add:") ? "click on the canvas" : "click, or drag onto the canvas"}
                </small>
              </div>
              <Palette types={palette} tool={tool} onTool={setTool} />
            </section>
            <section className={`panel ${styles.outlinePanel}`} aria-label="Outline">
              <div className="panel-head">
                <h2>Outline</h2>
                <span className="end">ports down / up</span>
              </div>
              <Outline
                scene={scene}
                selected={selectedDevices}
                marks={findingMarks.devices as Record<string, Severity>}
                onPick={(device) => pick({ devices: [device], cables: [] })}
              />
            </section>
          </SideColumn>

          <div className={styles.middle}>
            <div className="stage">
              <FabricCanvas
                scene={pods.shown}
                label={`${counted(saved.counts.switches, "switch", "switches")}, ${counted(saved.counts.hosts, "host")}, ${counted(document.cables.length, "cable")}; the outline lists the same devices`}
                tool={tool}
                selected={selected}
                marks={marks}
                insets={{ left: 160, top: pods.shape === "pods" ? 64 : 44, bottom: 64 }}
                onView={setView}
                onToggle={({ name }) => {
                  setSelected(NOTHING); // the first of the two clicks has chosen all of the pod
                  pods.toggle(name);
                }}
                onSelect={(ids) => {
                  setSelected(ids);
                  if (tab === "run" && ids.devices.length) setTab("inspect");
                }}
                onDrag={({ ids, done }) => {
                  if (done) store.perform(place(document, middles(scene, ids)));
                }}
                onConnect={({ from, to }) => {
                  store.perform(connect(store.getState().document, store.ids, [from], [to]));
                }}
                onAdd={({ type, x, y }) => {
                  if (
                    store.perform(
                      addDevice(store.getState().document, store.ids, typeIn(palette, type) ?? type, {
                        x,
                        y,
                      }),
                    )
                  ) {
                    const added = store.getState().document.devices.at(-1);
                    if (added) setSelected({ devices: [added.id], cables: [] });
                  }
                  setTool("select");
                }}
              />
              <Tools
                tool={tool}
                canRemove={selected.devices.length + selected.cables.length > 0}
                onTool={setTool}
                onRemove={removeSelected}
                onFit={() => view?.fit()}
              />
              <div className={`over ${styles.shape}`}>
                <PodsChoice pods={pods} />
              </div>
              {state.refused && (
                <div className={`over says warning ${styles.refused}`} role="alert">
                  <Icon name="warning" className="t-warn" />
                  {state.refused}
                  <button type="button" className="link" onClick={() => store.setState({ refused: null })}>
                    Close
                  </button>
                </div>
              )}
              {isEmpty && (
                <div className={`over ${styles.teach}`}>
                  <div className="empty">
                    <h2>A blank sheet</h2>
                    <p>
                      Generate a fabric from a template at the left, or take a switch from “Add” and click
                      here. Draw cables from device to device with the cable tool.
                    </p>
                  </div>
                </div>
              )}
              <div className={`over ${styles.block}`}>
                <TitleBlock
                  rows={[
                    ["Fabric", document.name || saved.name],
                    [
                      "Revision",
                      editor.isChecked
                        ? `${saved.revision}, digest ${saved.digest.slice(0, 7)}`
                        : `${saved.revision}`,
                    ],
                  ]}
                />
              </div>
            </div>
            <FindingsStrip
              editor={editor}
              shown={strip}
              findings={findings}
              finding={finding}
              onShow={setStrip}
              cuts={
                <CutsPanel
                  editor={editor}
                  selected={selected.devices}
                  onTier={(devices) => pick({ devices, cables: [] })}
                  onCut={setCut}
                  onFly={flyTo}
                />
              }
              acts={{
                pick: showFinding,
                accept: (one, note) => store.perform(accept(store.getState().document, one, note)),
                takeBack: (one) => store.perform(takeBack(store.getState().document, one)),
                dropNote: (one) => {
                  const drop = editor.isChecked && dropIdle(document, one);
                  return drop ? () => store.perform(drop) : null;
                },
              }}
            />
            <div className={styles.status}>
              <span>
                {counted(document.devices.length, "device")}, {counted(document.cables.length, "cable")}
              </span>
              {pods.shown.bodies && <span>drawn: {bodiesInWords(pods.shown)}</span>}
              {gapsInWords(scene).map((gap) => (
                <span key={gap.between}>
                  {gap.between} {gap.title}
                  {gap.says && `, ${gap.says}`}
                </span>
              ))}
              <span className="grow" />
              <span>
                {selected.devices.length + selected.cables.length > 0 &&
                  `${whole(selected.devices.length + selected.cables.length)} selected`}
              </span>
            </div>
          </div>

          <SideColumn side="right" label="Inspector and run" className={styles.right}>
            <div className="tabs" role="tablist" aria-label="Right column">
              <button
                type="button"
                role="tab"
                aria-selected={tab === "inspect"}
                onClick={() => setTab("inspect")}
              >
                Inspector
              </button>
              <button type="button" role="tab" aria-selected={tab === "run"} onClick={() => setTab("run")}>
                Run panel
              </button>
            </div>
            <div role="tabpanel" aria-label={tab === "inspect" ? "Inspector" : "Run panel"}>
              {tab === "inspect" ? (
                <Inspector
                  name={saved.name}
                  document={document}
                  scene={scene}
                  devices={selected.devices}
                  cables={selected.cables}
                  edits={{
                    entitle: (name) => store.perform(entitle(name)),
                    rename: (device, name) => store.perform(setDevice(device, { name })),
                    setType: (device, type) => store.perform(changeType(document, device, type)),
                    setAggregation: (device, aggregation) =>
                      store.perform(setDevice(device, { aggregation })),
                    setInside: (types, inside) => store.perform(setInside(document, types, inside)),
                    setSpeed: (cable, gbps) => store.perform(setCables([cable], { gbps })),
                    setLength: (cable, length_m) => store.perform(setCables([cable], { length_m })),
                    remove: removeSelected,
                  }}
                  onPick={pick}
                  onBreak={(one) => {
                    launch.breakOne(one);
                    setTab("run");
                  }}
                />
              ) : (
                <LaunchPanel
                  editor={editor}
                  launch={launch}
                  errors={errors}
                  selected={selected.cables[0] ?? selected.devices[0] ?? null}
                  selectedDevices={selected.devices}
                />
              )}
            </div>
          </SideColumn>
        </div>
      </main>
    </div>
  );
}
