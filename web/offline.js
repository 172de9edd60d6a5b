// Without a server: the page is kept, so that it opens without a connection. The worker that keeps it is static/sw.js.

import { notify } from "./widgets.js";
import { word } from "./words.js";

export function keepOffline() {
  // Browsers have it only for https and for this computer.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // What is shown belongs together and goes on; only a page that was kept before can be an old one.
  if (serviceWorker.controller)
    serviceWorker.addEventListener("controllerchange", () =>
      notify(word("new_version"), "status", { says: word("reload"), run: () => location.reload() }),
    );
  // Without it the page works as well, but not without a connection.
  void serviceWorker.register("sw.js").catch(() => {});
}
