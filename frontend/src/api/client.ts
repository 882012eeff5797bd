// The typed client of the generated schema: session cookie, CSRF token, and every failure as a Problem.
import createClient, { type Middleware } from "openapi-fetch";
import type { paths } from "../generated/api";
import { problemOf } from "./problems";

export function csrfToken(cookies: string = document.cookie): string {
  const found = cookies.split("; ").find((cookie) => cookie.startsWith("csrftoken="));
  return found ? decodeURIComponent(found.slice("csrftoken=".length)) : "";
}

const session: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET") request.headers.set("X-CSRFToken", csrfToken());
    return request;
  },
};

export const api = createClient<paths>({ baseUrl: "", credentials: "same-origin" });
api.use(session);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer's body, or its problem thrown. */
export async function must<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked;
  if (!response.ok) throw problemOf(response.status, error);
  return data as T;
}

/** A form with files and further fields, for the paths that take one. */
export function formOf(files: readonly File[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
