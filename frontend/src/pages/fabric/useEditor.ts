// A fabric that is edited: its store, its scene, and the saving of it with what the server says of each revision.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { fabrics } from "../../api/calls";
import { keys } from "../../api/queries";
import type { Fabric, FabricDocument, FabricRow } from "../../api/types";
import type { Scene } from "../../canvas/types";
import {
  createFabricStore,
  createSaver,
  type Edits,
  type FabricState,
  type FabricStore,
  type Layout,
  type SaveState,
  sceneMaker,
} from "../../fabric";
import { savesOf } from "./revisions";

export interface Editor {
  store: FabricStore;
  state: FabricState;
  scene: Scene;
  /** What the scene was made from. */
  layout: Layout;
  saving: SaveState;
  /** The newest revision that the server has. */
  saved: FabricRow;
  /** Findings, digest and counts are those of this revision; else of an earlier one, until the hand rests. */
  isChecked: boolean;
  /** Save what is not saved and return the revision that then holds; throws when it cannot be. */
  settle(): Promise<FabricRow>;
  /** Lay everything out afresh on the next change. */
  tidy(): void;
  takeTheirs(): Promise<void>;
  keepMine(): Promise<void>;
}

const REST_MS = 800; // without an edit or a save: the newest revision is checked then

export function useEditor(opened: Fabric): Editor {
  const client = useQueryClient();
  const [saved, setSaved] = useState<{ row: FabricRow; checked: number }>(() => ({
    row: opened,
    checked: opened.revision,
  }));
  const newest = useRef<FabricRow>(opened);
  const [tools] = useState(() => {
    // Once: the document that the page was opened with begins the history, later answers must not drop it.
    const keep = (row: FabricRow, document: FabricDocument, isChecked: boolean) => {
      newest.current = row;
      client.setQueryData(keys.fabric(row.id), { ...row, document });
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      setSaved((before) => ({ row, checked: isChecked ? row.revision : before.checked }));
    };
    const save = savesOf(opened.id);
    const saveNext = async (edits: Edits) => {
      const { revision, updated_at, checked } = await save(newest.current.revision, edits);
      const name = edits.document.name || newest.current.name;
      keep(checked ?? { ...newest.current, name, revision, updated_at }, edits.document, checked !== null);
    };
    return {
      store: createFabricStore(opened.document),
      saver: createSaver(saveNext),
      maker: sceneMaker(),
      keep,
    };
  });
  const { store, saver, maker, keep } = tools;
  const state = useStore(store);
  const saving = useStore(saver);

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.operations > before.operations && now.latest) saver.changed(now.latest, now.document);
      }),
    [store, saver],
  );

  // Leaving the page saves; closing the window with unsaved work asks.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.getState().kind !== "saved") event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
      void saver.flush();
    };
  }, [saver]);

  const isChecked = saved.checked === saved.row.revision;
  const isResting = saving.kind === "saved" && !isChecked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further edit begins the wait anew
  useEffect(() => {
    if (!isResting) return;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const row = await fabrics.state(newest.current.id);
        // What was edited or saved meanwhile will be asked for when it rests.
        const isNews = row.revision === newest.current.revision && saver.getState().kind === "saved";
        if (isNews && !asked.signal.aborted) keep(row, store.getState().document, true);
      } catch {
        // The findings stay those of an earlier revision; the next rest asks again.
      }
    }, REST_MS);
    return () => {
      asked.abort();
      clearTimeout(timer);
    };
  }, [isResting, saved.row.revision, state.document, saver, store, keep]);

  const settle = useCallback(async () => {
    await saver.flush();
    const now = saver.getState();
    if (now.kind !== "saved") {
      throw new Error(
        "says" in now ? `The fabric is not saved: ${now.says}` : "The fabric is not saved yet.",
      );
    }
    return newest.current;
  }, [saver]);

  return {
    store,
    state,
    ...useMemo(() => maker.draw(state.document), [maker, state.document]),
    saving,
    saved: saved.row,
    isChecked,
    settle,
    tidy: maker.tidy,
    takeTheirs: async () => {
      const { document, ...theirs } = await fabrics.get(newest.current.id);
      maker.tidy();
      store.open(document);
      saver.accept();
      keep(theirs, document, true);
    },
    keepMine: async () => {
      newest.current = await fabrics.state(newest.current.id);
      await saver.resolve(store.getState().document);
    },
  };
}
