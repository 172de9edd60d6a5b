// Quiet sounds, made as they are needed. There are none until the person has switched them on and touched the page.

import { habits } from "./saved.js";

/** How loud they are, from 0 to 1. */
const LOUDNESS = 0.07;

/**
 * Each tone: when it begins and how long it lasts in seconds, and its pitch in hertz at the beginning and at the end.
 * @type {Record<string, [number, number, number, number][]>}
 */
const TUNES = {
  discard: [[0, 0.07, 420, 150]],
  claim: [[0, 0.12, 494, 494], [0.1, 0.2, 740, 740]],
  turn: [[0, 0.18, 660, 655]],
  win: [[0, 0.16, 523, 523], [0.13, 0.16, 659, 659], [0.26, 0.16, 784, 784], [0.39, 0.5, 1047, 1047]],
};

/** @type {AudioContext | null} */
let speaker = null;

/** @param {"discard" | "claim" | "turn" | "win"} name */
export function sound(name) {
  if (!habits().sound || !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new window.AudioContext();
  // A page that was in the background may have been silenced.
  if (speaker.state === "suspended") void speaker.resume();
  for (const [wait, length, from, to] of TUNES[name] ?? []) {
    const begin = speaker.currentTime + wait;
    const tone = new window.OscillatorNode(speaker, { type: "triangle", frequency: from });
    const volume = new window.GainNode(speaker, { gain: LOUDNESS });
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + length);
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, begin + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/**
 * The sound of an event that is shown; a win has its own at the end.
 * @param {GameEvent} event
 */
export function soundOf({ kind }) {
  if (kind === "discard" || kind === "pass") sound("discard");
  if (kind === "chow" || kind === "pong") sound("claim");
}
