/** What can be printed and handed out. A campaign offers some of it, or all. */
const PIECE_IDS = ["posterA4", "posterA3", "leaflet", "strips", "till"] as const;
export type PieceId = (typeof PIECE_IDS)[number];
