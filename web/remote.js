// The server that sent the page.

/** Where its answers are; the page may lie under any path. */
const API = "api/v1";

/**
 * @param {string} path after `/api/v1`
 * @param {LanguageName} lang
 * @param {object} [body] is posted
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export function askServer(path, lang, body, signal) {
  const options = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal }
    : {};
  return fetch(`${API}${path}?lang=${lang}`, options);
}

/** Fails if the server does not answer. */
export async function knockAtServer() {
  await fetch("./", { method: "HEAD", cache: "no-store" });
}

/**
 * A live connection.
 * @param {string} path after `/api/v1`
 * @param {LanguageName} lang
 */
export function connectTo(path, lang) {
  const address = new URL(`${API}${path}/live?lang=${lang}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address);
}
