// The feed of one run for as long as its page is open: the record so far, the wire, and the whole record when it ends.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { runs } from "../../api/calls";
import { goneSays } from "../../api/problems";
import { hasEnded, keys } from "../../api/queries";
import type { FrameIndex, Run, RunStatus } from "../../api/types";
import { feedOf, type RunFeed } from "./feed";

export interface Watched {
  feed: RunFeed;
  /** The newest word on the run's state: the wire's while it speaks, else the row's. */
  status: RunStatus;
  /** What the server says of frames that were removed for their age; null while they are there. */
  gone: string | null;
  error: unknown;
}

const BEGUN_ASKS_AFTER_MS = 500;

/** React is rendered again when the feed has something to tell. */
export function useRunFeed(run: Run): Watched {
  const client = useQueryClient();
  const feed = useMemo(() => feedOf(run.id), [run.id]);
  useSyncExternalStore(feed.subscribe, feed.getVersion);
  const ended = hasEnded(run.status);
  const status = (ended ? run.status : (feed.news?.status as RunStatus | undefined)) ?? run.status;

  // The record so far, once at the start, and once more when the run has ended and the record is whole.
  const record = useQuery({
    queryKey: [...keys.run(run.id), "record", run.attempt, ended],
    queryFn: async (): Promise<{ index: FrameIndex; bytes: ArrayBuffer }> => {
      const index = await runs.frames(run.id);
      return { index, bytes: index.frames.length ? await runs.record(run.id) : new ArrayBuffer(0) };
    },
    // Before its first attempt there is nothing on record.
    enabled: run.attempt > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: (old) => old,
  });
  const series = useQuery({
    queryKey: [...keys.run(run.id), "iterations"],
    queryFn: () => runs.series(run.id, "iterations"),
    enabled: run.status === "finished",
    staleTime: Number.POSITIVE_INFINITY,
  });

  const { data } = record;
  const fresh = !record.isPlaceholderData;
  useEffect(() => {
    if (data && fresh) feed.load(data.index, data.bytes);
  }, [feed, data, fresh]);
  useEffect(() => {
    if (!series.data) return;
    const { end_s, seconds } = series.data;
    feed.loadIterations(end_s.map((endS, i) => ({ endS, seconds: seconds[i] })));
  }, [feed, series.data]);

  useEffect(() => {
    if (ended) return;
    feed.listen();
    return () => feed.hangUp();
  }, [feed, ended]);

  // The wire said that the run ended, or that it was taken up again: the row has the rest.
  const newsStatus = feed.news?.status;
  const newsAttempt = feed.news?.attempt;
  useEffect(() => {
    if (!newsStatus || (newsStatus === run.status && newsAttempt === run.attempt)) return;
    const ask = () => void client.invalidateQueries({ queryKey: keys.run(run.id), exact: true });
    // That it has begun is known already; the first frame goes before the rest.
    const timer = setTimeout(ask, hasEnded(newsStatus as RunStatus) ? 0 : BEGUN_ASKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, newsStatus, newsAttempt, run.status, run.attempt, run.id]);

  const gone = goneSays(record.error);
  return {
    feed,
    status,
    gone,
    error: record.isError && gone === null ? record.error : series.isError ? series.error : null,
  };
}
