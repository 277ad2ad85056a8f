/** Those of `web/design/tokens.css`, which no other site loads. */
export const LIGHT = {
  sheet: "#fbfcf6",
  ink: "#13262a",
  inkSoft: "#40545a",
  hand: "#1d3b9a",
  onHand: "#ffffff",
  line: "#64777a",
  hair: "#c3ccbd",
  brass: "#735407",
  iris: ["#2b6043", "#a37a1c", "#96244a"],
} as const;

export const DARK = {
  sheet: "#112227",
  ink: "#e8efe2",
  inkSoft: "#a9bab4",
  hand: "#b1c3ff",
  onHand: "#0b1a45",
  line: "#7d948f",
  hair: "#2c4145",
  brass: "#e6c668",
  iris: ["#5fe0a0", "#f0d45c", "#ff7f9f"],
} as const;
