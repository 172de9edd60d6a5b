// Without a server: the page is kept, so that it opens without a connection. The worker that keeps it is static/sw.js.

import { notify } from "./widgets.js";
import { word } from "./words.js";

export function keepOffline() {
  // Browsers have it only for https and for this computer.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // What is shown belongs together and goes on; only a page that was kept before can be an old one. Another copy, in a folder
  // above, may have kept it until now.
  const own = new URL("sw.js", location.href).href;
  let kept = serviceWorker.controller?.scriptURL === own;
  serviceWorker.addEventListener("controllerchange", () => {
    if (kept) notify(word("new_version"), "status", { says: word("reload"), run: () => location.reload() }, true);
    kept = true;
  });
  // Without it the page works as well, but not without a connection.
  void serviceWorker.register("sw.js").catch(() => {});
}
