/**
 * All talk with the service. A refusal is a `Problem` (RFC 9457), silence an `Unreachable`; nothing else is thrown.
 *
 * Requests carry the reader's session, or the phone's own cookie of the table, and the CSRF token of the page.
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

/** The token of the page, by which the service knows that it is asked from its own pages. */
const token = () => document.querySelector("meta[name=csrf-token]")?.getAttribute("content") ?? "";

/**
 * @param {string} method @param {string} path @param {unknown} [content]
 * @param {{version?: string | null, known?: string | null}} [options] `version` of what is changed, `known` of what is read
 * @returns {Promise<{status: number, body: any, etag: string | null}>}
 */
async function ask(method, path, content, { version, known } = {}) {
  let response;
  let text;
  try {
    response = await fetch(API + path, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
      headers: {
        Accept: "application/json, application/problem+json",
        ...(content !== undefined && { "Content-Type": "application/json", "X-CSRFToken": token() }),
        ...(version && { "If-Match": version }),
        ...(known && { "If-None-Match": known }),
      },
      body: content === undefined ? undefined : JSON.stringify(content),
    });
    if (response.status === 304) return { status: 304, body: null, etag: known ?? null };
    text = await response.text();
  } catch (error) {
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

/** A version as conditional requests name it. @param {number} version */
export const tagOf = (version) => `"v${version}"`;

/** Store a hand. @param {string} match @param {string} id @param {unknown} hand @param {string | null} version */
export const save = (match, id, hand, version) => ask("PUT", `/matches/${match}/hands/${id}`, hand, { version });

/**
 * Do an act to a hand: `confirm`, `dispute`, `undo`. @param {string} match @param {string} id @param {string} name
 * @param {string} version
 */
export const act = (match, id, name, version) => ask("POST", `/matches/${match}/hands/${id}/${name}`, {}, { version });

/** Say what a correction would change, without making it. @param {string} match @param {string} id @param {unknown} hand */
export const impact = (match, id, hand) => ask("POST", `/matches/${match}/hands/${id}/impact`, hand);

/** Log a deal that was no hand. @param {string} match @param {string} id @param {string[]} table */
export const redeal = (match, id, table) => ask("POST", `/matches/${match}/redeals`, { id, table });

/** Read the match as it stands; status 304 when it still is as `known`. @param {string} match @param {string | null} known */
export const readMatch = (match, known) => ask("GET", `/matches/${match}`, undefined, { known });

/** Read the hands of a match. @param {string} match */
export const readHands = (match) => ask("GET", `/matches/${match}/hands`);
