/**
 * All talk with the service. A refusal is a `Problem` (RFC 9457), silence an `Unreachable`; nothing else is thrown.
 *
 * Requests carry the reader's session and the CSRF token of the page.
 */

const API = "/api/v1";
const PATIENCE = 15_000;

/** The service answered no. `code` is stable, `errors` point into what was sent. */
export class Problem extends Error {
  /** @param {number} status @param {{code?: string, detail?: string, title?: string, errors?: Array<{pointer: string, code: string, detail: string}>}} body */
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.code = body.code || "unknown";
    this.errors = body.errors || [];
    this.body = body;
  }
}

/** The service did not answer, or not as itself: no signal, a timeout, a proxy's page. Asking again is right. */
export class Unreachable extends Error {}

/**
 * @param {string} method @param {string} path @param {unknown} content
 * @param {{signal?: AbortSignal, version?: string | null}} [options]
 * @returns {Promise<{status: number, body: any, etag: string | null}>}
 */
async function ask(method, path, content, { signal, version } = {}) {
  const clock = AbortSignal.timeout(PATIENCE);
  let response;
  let text;
  try {
    response = await fetch(API + path, {
      method,
      credentials: "same-origin",
      // Phones of before 2024 have no `any`: there the newest answer alone counts, as everywhere.
      signal: signal && AbortSignal.any ? AbortSignal.any([signal, clock]) : (signal ?? clock),
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, application/problem+json",
        "X-CSRFToken": document.querySelector("meta[name=csrf-token]")?.getAttribute("content") ?? "",
        ...(version && { "If-Match": version }),
      },
      body: JSON.stringify(content),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(String(error));
  }
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Unreachable(`status ${response.status}`);
  }
  if (!response.ok) {
    if (response.status >= 500 || response.status === 429) throw new Unreachable(`status ${response.status}`);
    throw new Problem(response.status, body);
  }
  return { status: response.status, body, etag: response.headers.get("ETag") };
}

/** Count a hand without storing it. @param {string} match @param {unknown} hand @param {AbortSignal} [signal] */
export const preview = (match, hand, signal) => ask("POST", `/matches/${match}/hands/preview`, hand, { signal });

/** Store a hand. @param {string} match @param {string} id @param {unknown} hand @param {string | null} version */
export const save = (match, id, hand, version) => ask("PUT", `/matches/${match}/hands/${id}`, hand, { version });

/** Ask the engine: `buone`, `table`, ... @param {string} op @param {unknown} content @param {AbortSignal} [signal] */
export const engine = (op, content, signal) => ask("POST", `/engine/${op}`, content, { signal });
