// What can be done with the position of a replay, and with the whole of it.

import { fetchHtml } from "./api.js";
import { html, set } from "./dom.js";
import { SEATS } from "./layout.js";
import { logOf } from "./replay.js";
import { download, tableFile } from "./share.js";
import { sitDown } from "./sit.js";
import { iconButton, orNotify, panel } from "./widgets.js";
import { WORDS, word } from "./words.js";

/**
 * The address of the hand page with a hand.
 * @param {string[]} tiles
 * @param {number} open melds
 */
export function handLink(tiles, open) {
  const melds = open > 0 ? `&open=${open}` : "";
  return `#/hand?tiles=${tiles.join(",")}${melds}`;
}

/**
 * Saves a game as a page in one file.
 * @param {object} request what the server knows the game by
 * @param {string} address of the replay; what it says of names, seat and seed goes with the file
 */
export async function saveHtml(request, address) {
  const page = await orNotify(fetchHtml(request));
  if (page === null) return;
  const known = new URLSearchParams(address.split("?")[1]);
  const look = new URLSearchParams([...known].filter(([name]) => ["names", "seat", "seed", "game"].includes(name)));
  const said = look.size > 0 ? ` data-look="${String(look).replaceAll("&", "&amp;")}"` : "";
  download("hule.html", "text/html", page.replace('id="replay"', `id="replay"${said}`));
}

/** Plays on from a position, or looks at the hand there. */
export class PositionTools {
  /** @param {(string | undefined)[]} names of the players, as far as they are known */
  constructor(names) {
    this.names = names;
    /** @type {Deal | null} */
    this.deal = null;
    this.playOn = html(
      "button",
      { type: "button", class: "button", click: () => this.deal && void sitDown(this.deal) },
      word("play_on"),
    );
    this.look = html("a", { class: "button" }, word("analyse_hand"));
    this.element = html("div", { class: "tools position" }, this.playOn, this.look);
  }

  /**
   * @param {Replay} replay
   * @param {Table[]} tables
   * @param {number} step
   * @param {Seat} seat
   */
  show(replay, tables, step, seat) {
    const frame = replay.frames[step];
    const kinds = ["discard", "pass"];
    // Where the seat has just discarded, its hand before that is of interest.
    const before = frame?.seat === seat && kinds.includes(frame.kind) ? 1 : 0;
    const table = tables[step - before];
    const hand = table?.hands[seat];
    set(this.look, "href", Array.isArray(hand) ? handLink(hand, table?.melds[seat].length ?? 0) : null);
    const others = SEATS.filter((other) => other !== seat);
    const players = Object.fromEntries(others.map((other) => [other, this.playerAt(other)]));
    const from = { packed: replay.packed, line: frame?.line ?? 0 };
    this.deal = { seat, players, seed: "", game: "0", from };
    this.playOn.disabled = step === tables.length - 1;
  }

  /** @param {Seat} seat */
  playerAt(seat) {
    const name = this.names[SEATS.indexOf(seat)] ?? "";
    return WORDS[`level_${name.split(":")[0]}`] ? name : "standard";
  }
}

/**
 * What a replay can be kept as.
 * @param {Replay} replay
 * @param {object | null} request what the server knows it by; null without a server
 * @param {() => { step: number, table: SVGSVGElement, address: string }} shown
 */
export function savePanel(replay, request, shown) {
  const picture = () => {
    const { step, table } = shown();
    download(`hule-${step}.svg`, "image/svg+xml", tableFile(table));
  };
  return panel(
    word("save"),
    html(
      "div",
      { class: "tools" },
      iconButton("picture", word("save_svg"), picture),
      iconButton("file", word("save_log"), () => download("hule.log", "text/plain", logOf(replay))),
      request ? iconButton("page", word("save_html"), () => void saveHtml(request, shown().address)) : null,
    ),
  );
}
