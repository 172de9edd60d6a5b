// Tables of friends: how tests set them up, sit down and play at them.

import { server } from "./host.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/**
 * Sets up a table without the page.
 * @param {object} asked
 * @param {string} [address]
 * @returns {Promise<Api.Links>}
 */
export async function makeTable(asked, address = server.address) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) };
  return (await (await fetch(`${address}/api/v2/tables`, options)).json()).links;
}

/**
 * Opens a link to a seat and sits down.
 * @param {BrowserPage} page
 * @param {string | undefined} link
 * @param {string} name
 */
export async function sitDown(page, link, name) {
  await page.goto(link ?? "");
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

/**
 * What the server tells the holder of a link.
 * @param {Api.Link | undefined} link
 * @returns {Promise<FollowedTable>}
 */
export const stateOf = async (link) => (await fetch(`${server.address}/api/v2/tables/${link?.token}`)).json();

/**
 * Makes a move if there is one: wins, claims nothing, discards what was drawn.
 * @param {BrowserPage} page
 * @param {boolean} [on] whether it goes on by itself until the end
 */
export async function makeMove(page, on = false) {
  await page.evaluate((goesOn) => {
    const wanted = [
      "[data-action='RON']",
      "[data-action='SELFDRAWN']",
      "[data-action='DECLINE']",
      ".actions button",
      ".hand .drawn:enabled",
      ".hand button:enabled",
    ];
    const clicks = /** @type {{ place?: number }} */ (window);
    const step = () => {
      if (document.querySelector(".summary")) return observer.disconnect();
      const idle = document.querySelector(".choices:not([aria-busy]):not([hidden])");
      const button = wanted.map((one) => idle?.querySelector(one)).find(Boolean);
      // No two of them are in the same place, so no two are a double click.
      clicks.place = (clicks.place ?? 0) + 100;
      button?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: clicks.place }));
    };
    const observer = new window.MutationObserver(step);
    if (goesOn) observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    step();
  }, on);
}
