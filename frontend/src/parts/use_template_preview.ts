// What a template would make of its parameters: asked while they are typed, the last answer stays until the next.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { templates } from "../api/calls";
import type { Generated, Template } from "../api/types";
import type { Parameters } from "./TemplateParameters";

export interface TemplatePreview {
  made: Generated | undefined;
  error: unknown;
  /** Whether `made` is of these very parameters. */
  isCurrent: boolean;
}

/** Typing pauses so long before the server is asked. */
const PAUSE_MS = 200;

export function useTemplatePreview(template: Template, typed: Parameters, enabled = true): TemplatePreview {
  const [parameters] = useDebouncedValue(typed, PAUSE_MS);
  const preview = useQuery({
    queryKey: ["templates", template.name, parameters],
    queryFn: ({ signal }) => templates.generate(template.name, parameters, signal),
    placeholderData: (old) => old,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    enabled,
  });
  const made = preview.isError ? undefined : preview.data;
  return {
    made,
    error: preview.error,
    isCurrent: made !== undefined && !preview.isPlaceholderData && parameters === typed,
  };
}
