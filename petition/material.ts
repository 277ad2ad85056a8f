const PIECE_IDS = ["posterA4", "posterA3", "leaflet", "strips", "till"] as const;
export type PieceId = (typeof PIECE_IDS)[number];
