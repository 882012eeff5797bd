// Files that the server writes, kept by the browser under the name that the server gave them.
import { must } from "./client";

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The name in a Content-Disposition header; what stands after filename*= is percent-encoded. */
export function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(disposition ?? "");
  if (encoded) return decodeURIComponent(encoded[1]);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition ?? "");
  return quoted ? quoted[1].replace(/\\(.)/g, "$1") : null;
}

/** Ask for a file and let the browser keep it; a refusal is thrown as a Problem. */
export async function keepFile(asked: Promise<Answered>): Promise<string> {
  const { response } = await asked;
  const blob = (await must(asked)) as Blob;
  const name = fileNameIn(response.headers.get("Content-Disposition")) ?? "fabric";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
