// Begins: the frame of the page, and which page the address asks for.

import { SoloPage } from "./solo.js";
import { ApiError, onServer, sentenceOf, silenceSentence } from "./api.js";
import { tellColours } from "./colours.js";
import { html, setText } from "./dom.js";
import { hasServer, knockAtEngine } from "./engine.js";
import { friendsPage } from "./friends.js";
import { HandPage } from "./hand.js";
import { homePage } from "./home.js";
import { HistoryPage } from "./history.js";
import { listenToKeys, usePageKeys } from "./keys.js";
import { beginLesson, learnLink } from "./lesson.js";
import { keepOffline } from "./offline.js";
import { openPage, openText } from "./open.js";
import { SharedPage } from "./shared.js";
import { showRules } from "./rulebook.js";
import { onSettings, settingButtons } from "./settings.js";
import { sitPage } from "./sit.js";
import { replayFor, replayRequest } from "./source.js";
import { StudyPage } from "./study.js";
import { noFriendsPanel } from "./tables.js";
import { listenToTips } from "./tips.js";
import { Watch } from "./watch.js";
import { forgetNotices, markDrop, notify } from "./widgets.js";
import { language, setLanguage, word } from "./words.js";

/**
 * A page: what is shown, the keys it knows, and what is to be done when it is left.
 * @typedef {object} Page
 * @property {HTMLElement} element
 * @property {() => import("./keys.js").Key[]} [keys]
 * @property {() => void} [shown] is called once it is on the page
 * @property {() => void} [settle] puts into the address what is not yet there
 * @property {() => void} [leave]
 */

const PAGE_NAMES = ["watch", "play", "hand", "check", "history", "study"];

/** The pages that are parts of others. */
const PART_OF = /** @type {Record<string, string>} */ ({ friends: "play", table: "play" });

const embeds = document.getElementById("replay");
const embedded = embeds?.textContent;
/** @type {Record<LanguageName, Replay> | null} */
const alone = embedded ? JSON.parse(embedded) : null;

const main = html("main", { id: "main", tabindex: -1 });
/** @type {Page | null} */
let current = null;
let shown = 0;
/** Whether the page is not what was asked for, as nobody answered. */
let failed = false;

function readAddress() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  // What a file is to look like, unless its address says otherwise.
  const look = new URLSearchParams(embeds?.dataset.look);
  return { name: path, params: new URLSearchParams([...new URLSearchParams(query), ...look]) };
}

/**
 * @param {string} name
 * @param {URLSearchParams} params
 * @returns {Promise<Page>}
 */
async function pageFor(name, params) {
  if (alone) return new Watch(alone[language()], params, { alone: true, compare: false });
  if (name === "watch" || name === "check") {
    const request = replayRequest(params);
    if (!request) return { element: openPage(name) };
    return new Watch(await replayFor(request), params, { alone: false, compare: name === "check" });
  }
  if (name === "play") {
    const table = params.get("table");
    return table ? new SoloPage(table) : { element: sitPage() };
  }
  if ((name === "table" || name === "friends") && !hasServer()) return { element: noFriendsPanel() };
  if (name === "table") return new SharedPage(params.get("seat") ?? "");
  if (name === "friends") return { element: friendsPage() };
  if (name === "history") return new HistoryPage();
  if (name === "hand") return new HandPage(params);
  if (name === "study") return new StudyPage(params);
  if (name === "learn") await beginLesson();
  return { element: homePage() };
}

async function show() {
  const mine = (shown += 1);
  const { name, params } = readAddress();
  /** @type {Page} */
  let page;
  failed = false;
  try {
    page = await pageFor(name, params);
  } catch (error) {
    if (mine !== shown) return;
    failed = error instanceof ApiError && error.status === 0;
    if (!failed) notify(sentenceOf(error), "error");
    page = { element: name === "play" ? sitPage() : openPage(name === "check" ? "check" : "watch") };
  }
  if (mine !== shown) return page.leave?.();
  current?.leave?.();
  current = page;
  main.replaceChildren(page.element);
  // These fit the screen: nothing of them is below it.
  document.body.classList.toggle("fit", page instanceof Watch || page instanceof SoloPage);
  document.body.classList.toggle("at-table", page instanceof SoloPage);
  page.shown?.();
  usePageKeys(page.keys?.() ?? []);
  const part = PART_OF[name] ?? name;
  frame(part);
  document.title = PAGE_NAMES.includes(part) && !alone ? `${word(`nav_${part}`)} · hule` : "hule 和了";
}

/** @param {string} name of the page that is shown */
function frame(name) {
  const links = alone ? [] : PAGE_NAMES;
  const header = html(
    "header",
    {},
    html("a", { class: "skip", href: "#main", click: skip }, word("skip")),
    html("a", { class: "brand", href: "#/" }, html("span", { lang: "zh", "aria-hidden": "true" }, "和了"), " hule"),
    html(
      "nav",
      { "aria-label": word("pages") },
      ...links.map((link) =>
        html("a", { href: `#/${link}`, "aria-current": link === name ? "page" : null }, word(`nav_${link}`)),
      ),
    ),
    settingButtons(),
  );
  document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
  document.querySelector("header")?.replaceWith(header);
}

/** A new page begins at its top, for the eye and for those who listen. */
function arrive() {
  window.scrollTo(0, 0);
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

/** @param {LanguageName} code */
function speak(code) {
  current?.settle?.();
  setLanguage(code);
  forgetNotices();
  void show().then(() => {
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`.language[lang="${code}"]`)]);
    (buttons.find((button) => button.checkVisibility()) ?? main).focus();
  });
}

document.querySelector(".unserved")?.remove();
document.body.prepend(html("header", {}));
document.body.append(main);
tellColours();
const help = () => showRules(alone ? null : learnLink());
listenToKeys(help);
listenToTips();
onSettings({ speak, help });
const silence = html("div", { class: "away", role: "alert" });
main.before(silence);
onServer((away) => {
  setText(silence, away ? silenceSentence() : "");
  if (!away && failed) void show();
});
window.addEventListener("hashchange", () => {
  forgetNotices();
  void show().then(arrive);
});
document.addEventListener("dragover", (event) => {
  if (alone || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  const over = event.target instanceof Element ? event.target.closest(".compare, .drop") : null;
  markDrop(over ?? main);
});
document.addEventListener("dragleave", (event) => event.relatedTarget ?? markDrop(null));
document.addEventListener("drop", (event) => {
  markDrop(null);
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  if (!alone)
    void file.text().then((text) => openText(text, readAddress().name === "check" ? "check" : "watch"));
});
void show();
// What is to answer is loaded before it is asked, and only then everything is kept.
if (!hasServer()) void knockAtEngine().then(keepOffline, keepOffline);
