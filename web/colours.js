// The colours that the style sheet, the table and the tiles share. The style sheet has them as `--felt-gold` and so on;
// its own, which differ between light and dark, are at its top.

/** The table; it looks the same in a file of its own. */
export const FELT = {
  edge: "#0f4034",
  cloth: "#1d6350",
  shade: "#164d3f",
  rim: "#5f8f7d",
  gold: "#ffd54a",
  dark: "#102a20",
  light: "#eef6f0",
  pale: "#bcd9cc",
  stop: "#ff8a65",
};

/** What tiles are made of and painted with. */
export const PAINT = {
  ivory: "#fdf9ee",
  foot: "#c9b98a",
  outline: "#7d7049",
  index: "#5b5647",
  back: "#3f8f78",
  pattern: "#cfeadd",
  ink: "#1d3557",
  red: "#b3261e",
  green: "#1f7a4d",
};

/** Gives the colours to the style sheet. */
export function tellColours() {
  const { style } = document.documentElement;
  for (const [name, colour] of Object.entries(FELT)) style.setProperty(`--felt-${name}`, colour);
  for (const [name, colour] of Object.entries(PAINT)) style.setProperty(`--paint-${name}`, colour);
}
