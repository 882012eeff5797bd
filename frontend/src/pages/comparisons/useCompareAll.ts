// Starts a run for every way of an all-reduce, and goes where they stand side by side.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { comparisons } from "../../api/calls";
import { keys } from "../../api/queries";
import type { WaysComparison } from "../../api/types";

/** `make` starts the comparison; without it it is of a run. */
export function useCompareAll<Of = string>(make?: (of: Of) => Promise<{ id: string }>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (of: Of) => (make ? make(of) : comparisons.create({ run: String(of) })),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: keys.runs, refetchType: "none" });
      void client.invalidateQueries({ queryKey: keys.comparisons, refetchType: "none" });
      client.setQueryData(keys.comparison(made.id), made as WaysComparison);
      navigate(`/comparisons/${made.id}`);
    },
  });
}
