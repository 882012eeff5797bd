// The price list that counts wherever prices are shown: chosen once in this browser, null for the catalogue's bands.
import { useLocalStorage } from "@mantine/hooks";
import { usePriceLists } from "../api/queries";
import type { KeptPriceList } from "../api/types";

export interface PriceListInUse {
  list: KeptPriceList | null;
  /** False while a list that was chosen is still on its way: figures without it would jump. */
  isKnown: boolean;
  use(id: string | null): void;
}

/** A list that is gone meanwhile is none. */
export function usePriceListInUse(): PriceListInUse {
  const lists = usePriceLists();
  const [id, setId] = useLocalStorage({
    key: "twinloom.price-list",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  return {
    list: lists.data?.results.find((list) => list.id === id) ?? null,
    isKnown: id === "" || !lists.isPending,
    use: (chosen) => setId(chosen ?? ""),
  };
}
