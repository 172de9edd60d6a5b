// What happens elsewhere: live connections to the server, which come back when they are lost; and without a server, what other
// windows of this browser do.

import { ApiError, fetchTable } from "./api.js";
import { hasServer } from "./engine.js";
import { followRecord } from "./records.js";
import { connectTo } from "./remote.js";
import { language } from "./words.js";

/** How long to wait before the connection is tried again, in milliseconds: at first, and at most. */
const WAIT = { first: 500, most: 8_000 };

/**
 * @typedef {object} Tell
 * @property {(said: any) => void} heard is called with every message
 * @property {() => void} lost is called if the server no longer knows it
 * @property {() => void} [broken] is called when the connection is lost; it is tried again
 * @property {(state: any) => void} [found] is called with its state after that
 */

/**
 * Follows a table for as long as the page is on it.
 * @param {string} table
 * @param {Tell} tell
 */
export function followTable(table, tell) {
  if (hasServer()) return follow(table, tell).stop;
  const look = async () => tell.heard(await fetchTable(table));
  // If nobody answers, that is said elsewhere.
  return followRecord(table, () => void look().catch(() => {}));
}

/**
 * Follows a table on the server.
 * @param {string} token
 * @param {Tell} tell
 */
export function follow(token, { heard, lost, broken, found }) {
  const path = `/tables/${encodeURIComponent(token)}`;
  let stopped = false;
  let wait = WAIT.first;
  /** @type {WebSocket | null} */
  let socket = null;
  const connect = () => {
    socket = connectTo(path, language());
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
      const state = await fetchTable(token);
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
    /**
     * Sends a message, when the connection is there if it is just being made.
     * @param {object} message
     * @returns {boolean} whether there is a connection, or will be unless that fails
     */
    send: (message) => {
      const line = socket;
      const say = () => line?.send(JSON.stringify(message));
      if (line?.readyState === WebSocket.CONNECTING) line.addEventListener("open", say);
      else if (line?.readyState === WebSocket.OPEN) say();
      else return false;
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
