// The server that sent the page.

/**
 * Where its answer is; the page may lie under any path.
 * @param {string} path after the version
 */
function apiAddress(path) {
  return `api/${path.startsWith("/tables") ? "v2" : "v1"}${path}`;
}

/**
 * @param {string} path after the version
 * @param {LanguageName} lang
 * @param {object} [body] is posted
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export function askServer(path, lang, body, signal) {
  const options = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal }
    : {};
  return fetch(`${apiAddress(path)}?lang=${lang}`, options);
}

/** Fails if the server does not answer. */
export async function knockAtServer() {
  await fetch("./", { method: "HEAD", cache: "no-store" });
}

/**
 * A live connection.
 * @param {string} path after the version
 * @param {LanguageName} lang
 */
export function connectTo(path, lang) {
  const address = new URL(`${apiAddress(path)}/live?lang=${lang}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address);
}
