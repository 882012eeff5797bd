// The price lists of a person: kept, changed by one price or as a whole, read from a file, and the one in use.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { priceLists } from "../../api/calls";
import { keys, usePriceLists } from "../../api/queries";
import type { Finding, KeptPriceList, PriceList } from "../../api/types";
import { usePriceListInUse } from "../../parts/price_list_in_use";

/** A list that is looked at: kept already, new, or just read from a file. */
export interface OpenSheet {
  record: KeptPriceList | null;
  start: PriceList;
  read: { file: string; findings: readonly Finding[] } | null;
}

const EMPTY: PriceList = { name: "", currency: "USD", per_dollar: null, prices: [] };

export function usePriceSheets() {
  const client = useQueryClient();
  const lists = usePriceLists();
  const { list: inUse, use } = usePriceListInUse();
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keys.priceLists });
  const all = lists.data?.results ?? [];
  const upload = useMutation({
    mutationFn: (file: File) => priceLists.read(file),
    onSuccess: ({ document, findings }, file) =>
      setSheet({
        record: null,
        start: { ...document, name: file.name.replace(/\.[^.]+$/, "").replace(/[_-]+/g, " ") },
        read: { file: file.name, findings },
      }),
  });
  return {
    all,
    inUse,
    use,
    sheet,
    upload,
    openNew: () => setSheet({ record: null, start: EMPTY, read: null }),
    open: (id: string) => {
      const record = all.find((list) => list.id === id);
      if (record) setSheet({ record, start: record.document, read: null });
    },
    close: () => setSheet(null),
    /** Keep the open sheet; a new list is the one that counts from then on. */
    keep: async (document: PriceList) => {
      const record = sheet?.record;
      const kept = record ? await priceLists.save(record.id, document) : await priceLists.create(document);
      await refresh();
      if (!record) use(kept.id);
      setSheet(null);
    },
    remove: async () => {
      if (!sheet?.record) return;
      await priceLists.remove(sheet.record.id);
      if (inUse?.id === sheet.record.id) use(null);
      await refresh();
      setSheet(null);
    },
    /** Set one price, null takes it away; without a list in use one is made. */
    setPrice: async (part: string, price: number | null) => {
      const before = inUse?.document ?? { ...EMPTY, name: "My prices" };
      const old = before.prices.find((each) => each.part === part);
      const others = before.prices.filter((each) => each.part !== part);
      const prices = price === null ? others : [...others, { part, price, note: old?.note ?? "" }];
      const document = { ...before, prices };
      const kept = inUse ? await priceLists.save(inUse.id, document) : await priceLists.create(document);
      await refresh();
      use(kept.id);
    },
  };
}
