// Live connections, which come back when they are lost.

import { ApiError, ask } from "./api.js";
import { language } from "./words.js";

/** How long to wait before the connection is tried again, in milliseconds: at first, and at most. */
const WAIT = { first: 500, most: 8_000 };

/**
 * Follows something for as long as the page is on it.
 * @param {string} path after `/api/v1`
 * @param {object} tell
 * @param {(said: any) => void} tell.heard is called with every message
 * @param {() => void} tell.lost is called if the server no longer knows it
 * @param {() => void} [tell.broken] is called when the connection is lost; it is tried again
 * @param {(state: any) => void} [tell.found] is called with its state after that
 */
export function follow(path, { heard, lost, broken, found }) {
  let stopped = false;
  let wait = WAIT.first;
  /** @type {WebSocket | null} */
  let socket = null;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/v1${path}/live?lang=${language()}`);
    socket.addEventListener("message", (event) => {
      wait = WAIT.first;
      if (!stopped) heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", later);
  };
  const later = () => {
    if (stopped) return;
    broken?.();
    setTimeout(() => void again(), wait);
    wait = Math.min(wait * 2, WAIT.most);
  };
  const again = async () => {
    if (stopped) return;
    try {
      const state = await (await ask(path)).json();
      if (stopped) return;
      found?.(state);
      connect();
    } catch (error) {
      if (stopped) return;
      if (error instanceof ApiError && error.status === 404) return lost();
      later();
    }
  };
  connect();
  return {
    /** @param {object} message */
    send: (message) => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    stop: () => {
      stopped = true;
      // A browser complains of one that is closed before it is open.
      if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket?.close());
      else socket?.close();
    },
  };
}
