// A fabric that is edited: its store, its scene, and the saving of it with what the server says of each revision.
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { fabrics } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { keys } from "../../api/queries";
import type { Fabric, FabricDocument } from "../../api/types";
import type { Scene } from "../../canvas/types";
import {
  createFabricStore,
  createSaver,
  type FabricState,
  type FabricStore,
  SaveConflict,
  type SaveState,
  sceneMaker,
} from "../../fabric";

export interface Editor {
  store: FabricStore;
  state: FabricState;
  scene: Scene;
  saving: SaveState;
  /** The newest revision that the server has, with its findings. */
  saved: Fabric;
  /** Save what is not saved and return the revision that then holds; throws when it cannot be. */
  settle(): Promise<Fabric>;
  /** Lay everything out afresh on the next change. */
  tidy(): void;
  takeTheirs(): Promise<void>;
  keepMine(): Promise<void>;
}

export function useEditor(opened: Fabric): Editor {
  const client = useQueryClient();
  const [saved, setSaved] = useState(opened);
  const newest = useRef(opened);
  const [tools] = useState(() => {
    // Once: the document that the page was opened with begins the history, later answers must not drop it.
    const keep = (fabric: Fabric) => {
      newest.current = fabric;
      client.setQueryData(keys.fabric(fabric.id), fabric);
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      setSaved(fabric);
    };
    const save = async (document: FabricDocument) => {
      const { id, revision } = newest.current;
      try {
        keep(await fabrics.save(id, revision, { name: document.name || undefined, document }));
      } catch (error) {
        const problem = asProblem(error);
        if (problem.status === 412) throw new SaveConflict(problem.message);
        throw problem;
      }
    };
    return { store: createFabricStore(opened.document), saver: createSaver(save), maker: sceneMaker(), keep };
  });
  const { store, saver, maker, keep } = tools;
  const state = useStore(store);
  const saving = useStore(saver);

  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.document !== before.document && now.operations > 0) saver.changed(now.document);
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
    scene: useMemo(() => maker.scene(state.document), [maker, state.document]),
    saving,
    saved,
    settle,
    tidy: maker.tidy,
    takeTheirs: async () => {
      const theirs = await fabrics.get(newest.current.id);
      maker.tidy();
      store.open(theirs.document);
      saver.accept();
      keep(theirs);
    },
    keepMine: async () => {
      newest.current = await fabrics.get(newest.current.id);
      await saver.resolve(store.getState().document);
    },
  };
}
