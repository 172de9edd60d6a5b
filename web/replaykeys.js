// The keys of a replay.

/**
 * @param {import("./watch.js").Watch} watch
 * @returns {import("./keys.js").Key[]}
 */
export function replayKeys(watch) {
  return [
    { keys: ["ArrowRight", "ArrowDown"], does: "step_on", run: () => watch.go(watch.step + 1) },
    { keys: ["ArrowLeft", "ArrowUp"], does: "step_back", run: () => watch.go(watch.step - 1) },
    { keys: ["PageDown"], does: "ten_on", run: () => watch.go(watch.step + 10) },
    { keys: ["PageUp"], does: "ten_back", run: () => watch.go(watch.step - 10) },
    { keys: ["Home"], does: "to_start", run: () => watch.go(0) },
    { keys: ["End", "e"], does: "to_end", run: () => watch.go(watch.last) },
    { keys: [" "], does: "play_pause", run: () => watch.toggle() },
    { keys: ["+", "="], does: "faster", run: () => watch.changeSpeed(1) },
    { keys: ["-"], does: "slower", run: () => watch.changeSpeed(-1) },
    { keys: ["c"], does: "key_claim", run: () => watch.jump("claim", 1) },
    { keys: ["C"], does: "key_claim_back", run: () => watch.jump("claim", -1) },
    { keys: ["s"], does: "key_special", run: () => watch.jump("special", 1) },
    { keys: ["S"], does: "key_special_back", run: () => watch.jump("special", -1) },
    { keys: ["d"], does: "key_decision", run: () => watch.jump("decision", 1) },
    { keys: ["D"], does: "key_decision_back", run: () => watch.jump("decision", -1) },
    ...(watch.analysis
      ? [
          { keys: ["b"], does: "key_mistake", run: () => watch.jumpToMistake(1) },
          { keys: ["B"], does: "key_mistake_back", run: () => watch.jumpToMistake(-1) },
        ]
      : []),
    { keys: ["m"], does: "panels", run: () => watch.panels.toggle() },
    { keys: ["Escape"], does: "key_uncover", run: () => watch.panels.uncover() },
    { keys: ["r"], does: "rotate", run: () => watch.rotate() },
    { keys: ["o"], does: "open_closed", run: () => watch.toggleClosed() },
    { keys: ["l"], does: "copy_link", run: () => void watch.share() },
  ];
}
