import { expect, test } from "vitest";
import { csrfToken, must } from "./client";

test("the token is read from its own cookie", () => {
  expect(csrfToken("theme=dark; csrftoken=a%3Db; sessionid=s")).toBe("a=b");
  expect(csrfToken("xcsrftoken=no")).toBe("");
});

test("a refused request throws its problem with the fields at fault", async () => {
  const error = {
    title: "Bad Request",
    detail: "1 field is not right",
    errors: [{ pointer: "/name", detail: "is missing" }],
  };
  const refused = must(Promise.resolve({ error, response: new Response(null, { status: 400 }) }));
  await expect(refused).rejects.toMatchObject({ status: 400, message: "1 field is not right" });
});

test("an answer without a body is no failure", async () => {
  await expect(
    must(Promise.resolve({ response: new Response(null, { status: 204 }) })),
  ).resolves.toBeUndefined();
});
