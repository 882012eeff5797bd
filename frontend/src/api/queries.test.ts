import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { fabrics } from "./calls";
import { keys, revisionOptions } from "./queries";
import type { Fabric } from "./types";

const of = (revision: number) => ({ id: "f", revision }) as Fabric;
const asked = vi.spyOn(fabrics, "revision").mockImplementation(async (_, number) => of(number));
afterEach(() => asked.mockClear());

test("a run's fabric is asked for at the run's revision when a newer one is open", async () => {
  const client = new QueryClient();
  client.setQueryData(keys.fabric("f"), of(7));
  expect(await client.fetchQuery(revisionOptions(client, { id: "f", revision: 3 }))).toEqual(of(3));
  expect(asked).toHaveBeenCalledExactlyOnceWith("f", 3);
  expect(client.getQueryData(keys.fabric("f"))).toEqual(of(7));
});

test("the revision that is open already is not asked for again", async () => {
  const client = new QueryClient();
  client.setQueryData(keys.fabric("f"), of(3));
  expect(await client.fetchQuery(revisionOptions(client, { id: "f", revision: 3 }))).toEqual(of(3));
  expect(asked).not.toHaveBeenCalled();
});

test("a revision stays what it was when the fabric is edited", async () => {
  const client = new QueryClient();
  client.setQueryData(keys.fabric("f"), of(3));
  await client.fetchQuery(revisionOptions(client, { id: "f", revision: 3 }));
  client.setQueryData(keys.fabric("f"), of(4));
  expect(await client.fetchQuery(revisionOptions(client, { id: "f", revision: 3 }))).toEqual(of(3));
});
